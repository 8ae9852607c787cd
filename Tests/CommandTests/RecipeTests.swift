// The recipes for CI of docs/check.md: their commands run as written, with a `swift` that only writes the logs of a test run.

@Suite struct RecipeTests {
  private let page = URL(filePath: #filePath).appending(path: "../../../docs/check.md").standardized

  /// The commands of the recipe that contains a word: those of `run:` and of `script:`.
  private func commands(of word: String) throws -> [String] {
    let text = try String(contentsOf: page, encoding: .utf8)
    let recipe = try #require(text.components(separatedBy: "```yaml\n").first { $0.hasPrefix(word) })
    let lines = recipe.components(separatedBy: "```")[0].components(separatedBy: "\n")
    var commands: [String] = []
    for (index, line) in lines.enumerated() {
      if let match = line.wholeMatch(of: #/( *)- run: (.*)/#) {
        // A folded command continues on the lines that are indented more.
        let rest = lines[(index + 1)...].prefix { $0.hasPrefix(match.1 + "    ") }.map { $0.drop { $0 == " " } }
        commands.append(match.2 == ">-" ? rest.joined(separator: " ") : String(match.2))
      } else if let match = line.wholeMatch(of: #/ {4}- (.*)/#) {
        commands.append(String(match.1))
      }
    }
    return commands
  }

  /// A log of a test run, from its events without their numbers and times.
  private func log(_ program: String, _ events: [String]) -> String {
    let header =
      #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"\#(program)","pid":0,"sourceRoot":"","values":"off","seed":null}"#
    let lines = (events + [#""ev":"ended""#]).enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0 * 1_000_000),\#($1)}"# }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private func created(_ p: Int, _ kind: String, from: Int? = nil, _ place: String, _ function: String) -> [String] {
    let parts = place.split(separator: ":")
    let site = #""site":{"file":"\#(parts[0])","line":\#(parts[1]),"function":"\#(function)"}"#
    guard let from else { return [#""ev":"created","p":\#(p),"kind":"\#(kind)",\#(site)"#] }
    let handles = kind == "recover" ? "rejected" : "fulfilled"
    return [
      #""ev":"created","p":\#(p),"kind":"\#(kind)","from":\#(from),\#(site)"#,
      #""ev":"registered","p":\#(from),"by":\#(p),"handles":["\#(handles)"]"#,
    ]
  }

  /// A request of the helper that fails, and what its caller made of it.
  private func failed(_ p: Int, _ kind: String, _ place: String, _ function: String) -> [String] {
    created(p, "async", "App/Requests.swift:3", "get(_:)") + created(p + 1, kind, from: p, place, function)
      + [#""ev":"rejected","p":\#(p),"type":"Offline","cause":"threw","cancelled":false"#]
  }

  /// What XCTest's process leaves: an error that a handler swallows, and one that nothing handles behind the same helper.
  private var ofXCTest: [String] {
    failed(1, "recover", "App/App.swift:2", "price()") + [
      #""ev":"handled","p":1,"by":2"#, #""ev":"fulfilled","p":2,"cause":"returned""#,
    ] + failed(3, "then", "App/App.swift:6", "sendReceipt()") + [
      #""ev":"rejected","p":4,"type":"Offline","cause":"passthrough","via":3,"cancelled":false"#,
      #""ev":"released","p":4,"state":"rejected""#, #""ev":"unhandled","p":3"#,
    ]
  }

  /// What Swift Testing's process leaves: a resolver that is dropped, and a test that settles twice.
  private var ofSwiftTesting: [String] {
    created(1, "withResolvers", "App/App.swift:10", "stock()") + [#""ev":"released","p":1,"state":"pending""#]
      + created(2, "withResolvers", "AppTests/StockTests.swift:4", "aReservationIsConfirmed()") + [
        #""ev":"fulfilled","p":2,"cause":"resolver""#, #""ev":"ignored","p":2,"attempt":"fulfill""#,
        #""ev":"released","p":2,"state":"fulfilled""#,
      ]
  }

  /// The faults as a person would open them.
  private let places = [
    "Sources/App/App.swift:2 swallowed-error", "Sources/App/App.swift:6 unhandled-rejection",
    "Sources/App/App.swift:10 never-settled", "Tests/AppTests/StockTests.swift:4 settled-twice",
  ]

  /// Runs the commands one after another, as a job does, in a repository with four faults.
  private func run(_ commands: [String], in folder: Folder) async throws -> Outcome {
    for name in ["bin", "Sources/App", "Tests/AppTests", ".git"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    _ = try folder.write(
      "Package.swift",
      #"let package = Package(name: "app", targets: [.target(name: "App"), .testTarget(name: "AppTests")])"#)
    for file in ["Sources/App/App.swift", "Sources/App/Requests.swift", "Tests/AppTests/StockTests.swift"] {
      _ = try folder.write(file, String(repeating: "code()\n", count: 20))
    }
    _ = try folder.write("1.log", log("appPackageTests.xctest", ofXCTest))
    _ = try folder.write("2.log", log("swiftpm-testing-helper", ofSwiftTesting))
    let fake =
      "#!/bin/sh\n[ \"$1\" = test ] && mkdir -p \"$PROMISESCOPE\" && for n in 1 2; do cp $n.log \"${PROMISESCOPE}app.$n.ndjson\"; done\n"
    _ = try folder.write("bin/swift", fake)
    _ = try folder.write(
      "promisescope-baseline.json", #"{"schema":"promisescope.baseline","version":2,"findings":[]}"#)
    let script = """
      cd "$1"; chmod +x bin/swift; ln -s "$0" bin/pscope; PATH="$1/bin:$PATH"
      export RUNNER_TEMP="$1/temp" GITHUB_STEP_SUMMARY="$1/summary.md" CI_PROJECT_DIR="$1"
      export PROMISESCOPE="$2"; shift 2; set -e
      for command; do if [ "$command" = "swift test" ]; then eval "$command"; else unset PROMISESCOPE; eval "$command"; fi; done
      """
    let logs = commands.contains { $0.contains("RUNNER_TEMP") } ? folder.file("temp/logs/") : folder.file("logs/")
    return try await CommandTests.run(["sh", "-c", script, binary, folder.path, logs] + commands)
  }

  @Test func theWorkflowOfGitHubReportsEachFaultAtItsLine() async throws {
    let folder = try Folder()
    let commands = try commands(of: "jobs:")
    expectEqual(commands.count, 2)
    let outcome = try await run(commands, in: folder)
    expectEqual(outcome.code, 1)
    let found = outcome.text.matches(of: /::[a-z]+ file=(.+),line=([0-9]+),title=([a-z-]+)::/)
    #expect(Set(found.map { "\($0.1):\($0.2) \($0.3)" }) == Set(places) && found.count == places.count)
    let sarif = String(decoding: try folder.read("promises.sarif"), as: UTF8.self)
    let summary = String(decoding: try folder.read("summary.md"), as: UTF8.self)
    for place in places {
      let parts = place.split { ": ".contains($0) }
      #expect(sarif.contains(#""uri": "\#(parts[0])""#) && summary.contains("| \(parts[0]):\(parts[1]) |"))
    }
  }

  @Test func theJobOfGitLabReportsEachFaultAtItsLine() async throws {
    let folder = try Folder()
    let commands = try commands(of: "promises:")
    expectEqual(commands.count, 2)
    let outcome = try await run(commands, in: folder)
    expectEqual(outcome.code, 1)
    let found = outcome.text.matches(of: /(?m)^([^ ]+:[0-9]+): [a-z]+: .* \[([a-z-]+)\]$/)
    #expect(Set(found.map { "\($0.1) \($0.2)" }) == Set(places) && found.count == places.count)
    let issues = String(decoding: try folder.read("gl-code-quality-report.json"), as: UTF8.self)
    let tests = String(decoding: try folder.read("promises.xml"), as: UTF8.self)
    for place in places {
      let parts = place.split { ": ".contains($0) }
      #expect(issues.contains(#""begin": \#(parts[1])"#))
      #expect(tests.contains(#"file="\#(parts[0])" line="\#(parts[1])""#))
    }
  }
}
