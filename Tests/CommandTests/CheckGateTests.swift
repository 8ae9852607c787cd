// `pscope check` as the gate of a repository: paths in it, several reports at once, what is excused, and the upkeep of a baseline.

@testable import pscope

/// A repository with sources, and a log whose findings are at some of their lines.
private struct Repository {
  let folder: Folder

  init() throws { folder = try Folder() }

  func write(_ path: String, _ text: String = "\n") throws {
    let url = URL(filePath: folder.file(path))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Writes a log in which each site settles a promise twice.
  func log(_ sites: [(file: String, line: Int)], sourceRoot: String = "") throws {
    var lines = [
      #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":0,"sourceRoot":"\#(sourceRoot)","values":"preview","seed":null}"#
    ]
    for (index, site) in sites.enumerated() {
      let (p, seq) = (index + 1, 4 * index)
      lines += [
        #"{"seq":\#(seq + 1),"t":0,"ev":"created","p":\#(p),"kind":"async","site":{"file":"\#(site.file)","line":\#(site.line)}}"#,
        #"{"seq":\#(seq + 2),"t":0,"ev":"registered","p":\#(p),"handles":["fulfilled","rejected"]}"#,
        #"{"seq":\#(seq + 3),"t":5,"ev":"fulfilled","p":\#(p),"cause":"resolver"}"#,
        #"{"seq":\#(seq + 4),"t":6,"ev":"ignored","p":\#(p),"attempt":"fulfill"}"#,
      ]
    }
    lines.append(#"{"seq":\#(4 * sites.count + 1),"t":9,"ev":"ended"}"#)
    try write("run.ndjson", lines.joined(separator: "\n") + "\n")
  }

  func check(_ arguments: String..., in subfolder: String = ".", before: String = ":") async throws -> Outcome {
    let script = #"cd "$1/$2"; shift 2; \#(before); exec "$0" check "$@""#
    return try await run(
      ["sh", "-c", script, binary, folder.path, subfolder, folder.file("run.ndjson")] + arguments)
  }

  /// The places of the findings in text.
  func places(in subfolder: String = ".") async throws -> [String] {
    try await check(in: subfolder).text.matches(of: /(?m)^(\S+:\d+): warning/).map { String($0.1) }
  }
}

@Suite struct RepositoryPathTests {
  @Test func aFileIsFoundInTheFolderOfItsTarget() async throws {
    let repository = try Repository()
    try repository.write(
      "Package.swift",
      """
      let package = Package(name: "a", targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "Other", package: "other")]), // .target(name: "App", path: "No")
        .target(name: "my-lib", path: "Code/Lib", swiftSettings: [.define("X")]),
        .testTarget(name: "AppTests", dependencies: ["App"]),
      ])
      """)
    for path in [
      "Sources/App/Views/Main.swift", "Elsewhere/App/Main.swift", "Code/Lib/L.swift", "Tests/AppTests/T.swift",
    ] {
      try repository.write(path)
    }
    try repository.write("tool/Package.swift", #"let package = Package(name: "t", targets: [.target(name: "Tool")])"#)
    try repository.write("tool/Sources/Main.swift")
    try repository.log([
      ("App/Main.swift", 1), ("my_lib/L.swift", 2), ("AppTests/T.swift", 3), ("Tool/Main.swift", 4),
      ("Gone/Main.swift", 5),
    ])
    let places = [
      "Sources/App/Views/Main.swift:1", "Code/Lib/L.swift:2", "Tests/AppTests/T.swift:3", "tool/Sources/Main.swift:4",
      "Gone/Main.swift:5",
    ]
    try await expectEqual(repository.places(), places)
    try await expectEqual(repository.places(in: "Sources"), places)
  }

  @Test func pathsAreRelativeToTheFolderWithGit() async throws {
    let repository = try Repository()
    try repository.write(".git/HEAD")
    try repository.write("server/Package.swift", #"let package = Package(name: "a", targets: [.target(name: "App")])"#)
    try repository.write("server/Sources/App/App.swift")
    try repository.log([("App/App.swift", 7)])
    try await expectEqual(repository.places(in: "server"), ["server/Sources/App/App.swift:7"])
    #expect(
      try await repository.check("--format", "github").text.hasPrefix(
        "::warning file=server/Sources/App/App.swift,line=7,"))
    #expect(try await repository.check("--format", "sarif").text.contains(#""uri": "server/Sources/App/App.swift""#))
  }

  @Test func aRecordedSourceRootNamesRealPaths() async throws {
    let repository = try Repository()
    try repository.write("package.json", "{}")
    try repository.write("web/src/load.mjs")
    try repository.log(
      [("src/load.mjs", 3), ("\(repository.folder.path)/web/src/load.mjs", 4)],
      sourceRoot: repository.folder.file("web"))
    try await expectEqual(repository.places(), ["web/src/load.mjs:3", "web/src/load.mjs:4"])
  }

  @Test func severalFilesAreNamedAndTheConfigurationDecides() async throws {
    let repository = try Repository()
    for path in ["ios/App/Main.swift", "mac/App/Main.swift"] { try repository.write(path) }
    try repository.log([("App/Main.swift", 3)])
    let unclear = try await repository.check()
    #expect(unclear.text.hasPrefix("App/Main.swift:3: "))
    #expect(unclear.errors.contains("App/Main.swift may be ios/App/Main.swift or mac/App/Main.swift: name the folder"))
    try repository.write("promisescope.yml", "paths:\n  App: mac\n")
    try await expectEqual(repository.places(), ["mac/App/Main.swift:3"])
    try repository.write("promisescope.yml", "paths:\n  App: linux\n")
    #expect(
      try await repository.check().errors.contains(
        "promisescope.yml:2: expected a folder, relative to this file; there is no ./linux."))
  }
}

@Suite struct ExcuseTests {
  @Test func aCommentExcusesTheFindingsOfItsRuleBesideIt() async throws {
    let repository = try Repository()
    try repository.write(
      "Sources/App/Main.swift",
      """
      // pscope:ignore settled-twice the first one counts
      // and this is known
      one()
      two() // pscope:ignore settled-twice
      three() // pscope:ignore stuck not this rule
      four() // pscope:ignore settled-twise
      let text = "pscope:ignore settled-twice"
      """)
    try repository.log((3...7).map { ("App/Main.swift", $0) })
    let outcome = try await repository.check()
    expectEqual(outcome.text.matches(of: /swift:(\d+): warning/).map { String($0.1) }, ["5", "6", "7"])
    #expect(outcome.errors.contains("Sources/App/Main.swift:5: pscope:ignore stuck matched no finding"))
    #expect(
      outcome.errors.contains(
        "Sources/App/Main.swift:6: expected a rule after pscope:ignore, found 'settled-twise'; did you mean 'settled-twice'?"
      ))
    #expect(outcome.errors.contains("; 2 findings excused\n"))
  }

  @Test func anExceptionThatMatchesNothingIsReported() async throws {
    let repository = try Repository()
    try repository.write("Sources/App/Main.swift")
    try repository.log([("App/Main.swift", 1)])
    try repository.write(
      "promisescope.yml", "exceptions:\n  - rule: stuck\n    file: Gone.swift\n  - file: Sources/App/Main.swift\n")
    let outcome = try await repository.check()
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.contains("promisescope.yml:2: this exception matched no finding"))
    #expect(!outcome.errors.contains("promisescope.yml:4"))
  }
}

@Suite struct ReportOutputTests {
  @Test func oneRunWritesEveryFormat() async throws {
    let repository = try Repository()
    try repository.log([("App/Main.swift", 1)])
    let outcome = try await repository.check(
      "--output", "sarif=a.sarif", "--output", "junit=b.xml", "--output", "gitlab=c.json", "-o", "markdown=d.md")
    expectEqual(outcome.code, 1)
    #expect(outcome.text.hasPrefix("App/Main.swift:1: warning: "))
    let starts = ["a.sarif": "{\n  \"$schema\"", "b.xml": "<?xml", "c.json": "[\n", "d.md": "### pscope check"]
    for (name, start) in starts {
      #expect(String(decoding: try repository.folder.read(name), as: UTF8.self).hasPrefix(start))
    }
    let file = try await repository.check("--format", "json", "--output", "plain.json", "--output", "text=-")
    #expect(file.text.hasPrefix("App/Main.swift:1: "))
    #expect(String(decoding: try repository.folder.read("plain.json"), as: UTF8.self).contains("promisescope.check"))
  }

  @Test(arguments: [
    ("junt=x", "found the format 'junt'; write ./junt=x for a file of that name."),
    ("sarif=", "expected a file after sarif=."),
    ("text=-", "found two for standard output."),
  ])
  func aWrongDestinationIsAnError(word: String, message: String) async throws {
    let outcome = try await Repository().check("--output", word, "--output", "json=-")
    expectEqual(outcome.code, 64)
    #expect(outcome.errors.contains(message))
  }

  @Test func theSummaryOfAJobGrows() async throws {
    let repository = try Repository()
    try repository.log([("App/Main.swift", 1)])
    try repository.write("summary.md", "# Tests\n")
    let summary = repository.folder.file("summary.md")
    _ = try await repository.check("-o", "markdown=\(summary)", before: "export GITHUB_STEP_SUMMARY='\(summary)'")
    #expect(
      String(decoding: try repository.folder.read("summary.md"), as: UTF8.self).hasPrefix("# Tests\n### pscope check"))
  }
}

@Suite struct BaselineUpkeepTests {
  @Test func entriesThatNoLongerOccurAreReportedAndRemoved() async throws {
    let repository = try Repository()
    try repository.log([("App/Main.swift", 1), ("App/Old.swift", 2)])
    _ = try await repository.check("--write-baseline", "known.json")
    try repository.log([("App/Main.swift", 1), ("App/New.swift", 2)])
    let reported = try await repository.check("--baseline", "known.json")
    expectEqual(reported.code, 1)
    #expect(reported.errors.contains("known.json: no longer occurs: settled-twice|App/Old.swift||async|"))
    #expect(reported.errors.contains("known.json: --update-baseline removes what no longer occurs."))
    let updated = try await repository.check("--baseline", "known.json", "--update-baseline")
    expectEqual(updated.code, 1)
    #expect(updated.errors.contains("known.json: removed: settled-twice|App/Old.swift"))
    let text = String(decoding: try repository.folder.read("known.json"), as: UTF8.self)
    #expect(text.contains("Main.swift") && !text.contains("Old.swift") && !text.contains("New.swift"))
    #expect(try await !repository.check("--baseline", "known.json").errors.contains("no longer occurs"))
  }
}
