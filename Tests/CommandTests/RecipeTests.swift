// The recipes for CI of docs/check.md: their commands run as written, with a `swift` that only writes the logs of a test run.

import Foundation
import Testing

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

  /// Runs the commands one after another, as a job does, in a repository with two faults.
  private func run(_ commands: [String], in folder: Folder) async throws -> Outcome {
    let log = """
      {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":0,"sourceRoot":"","values":"off","seed":null}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","site":{"file":"App/App.swift","line":2,"function":"load()"}}
      {"seq":2,"t":1,"ev":"released","p":1,"state":"pending"}
      {"seq":3,"t":9,"ev":"ended"}

      """
    for name in ["bin", "Sources/App", ".git"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    _ = try folder.write(
      "Package.swift", #"let package = Package(name: "app", targets: [.executableTarget(name: "App")])"#)
    _ = try folder.write("Sources/App/App.swift", "// The first line.\nload()\n")
    _ = try folder.write("log", log)
    let fake =
      "#!/bin/sh\n[ \"$1\" = test ] && mkdir -p \"$PROMISESCOPE\" && for n in 1 2; do cp log \"${PROMISESCOPE}app.$n.ndjson\"; done\n"
    _ = try folder.write("bin/swift", fake)
    _ = try folder.write(
      "promisescope-baseline.json", #"{"schema":"promisescope.baseline","version":1,"findings":[]}"#)
    let script = """
      cd "$1"; chmod +x bin/swift; ln -s "$0" bin/pscope; PATH="$1/bin:$PATH"
      export RUNNER_TEMP="$1/temp" GITHUB_STEP_SUMMARY="$1/summary.md" CI_PROJECT_DIR="$1"
      export PROMISESCOPE="$2"; shift 2; set -e
      for command; do if [ "$command" = "swift test" ]; then eval "$command"; else unset PROMISESCOPE; eval "$command"; fi; done
      """
    let logs = commands.contains { $0.contains("RUNNER_TEMP") } ? folder.file("temp/logs/") : folder.file("logs/")
    return try await CommandTests.run(["sh", "-c", script, binary, folder.path, logs] + commands)
  }

  @Test func theWorkflowOfGitHubReportsTheFaultAtItsLine() async throws {
    let folder = try Folder()
    let commands = try commands(of: "jobs:")
    #expect(commands.count == 2)
    let outcome = try await run(commands, in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.text.hasPrefix("::error file=Sources/App/App.swift,line=2,title=never-settled::"))
    #expect(
      String(decoding: try folder.read("promises.sarif"), as: UTF8.self).contains(#""uri": "Sources/App/App.swift""#))
    #expect(String(decoding: try folder.read("summary.md"), as: UTF8.self).contains("| Sources/App/App.swift:2 |"))
  }

  @Test func theJobOfGitLabReportsTheFaultAtItsLine() async throws {
    let folder = try Folder()
    let commands = try commands(of: "promises:")
    #expect(commands.count == 2)
    let outcome = try await run(commands, in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.text.hasPrefix("Sources/App/App.swift:2: error: "))
    #expect(String(decoding: try folder.read("gl-code-quality-report.json"), as: UTF8.self).contains(#""begin": 2"#))
    #expect(
      String(decoding: try folder.read("promises.xml"), as: UTF8.self).contains(
        #"file="Sources/App/App.swift" line="2""#))
  }
}
