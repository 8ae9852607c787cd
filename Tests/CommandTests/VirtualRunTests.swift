// Scenarios on the virtual clock, through the command: the same bytes each time, and a log that keeps its promise to other
// programs. Refuses to know what a scenario does; its own tests do.

import Foundation
import Testing

private let names = [
  "list-loader", "one", "serial", "parallel-all", "parallel-one", "serial-parallel", "contacts-avatars",
]

@Suite struct VirtualRunTests {
  @Test(arguments: names)
  func twoRunsGiveTheSameLog(name: String) async throws {
    let first = try await pscope("export", name, "--virtual")
    let second = try await pscope("export", name, "--virtual")
    #expect(first.code == 0)
    #expect(first.errors.isEmpty)
    #expect(first.output == second.output)
    #expect(first.text.hasSuffix(#""ev":"ended"}"# + "\n"))
  }

  @Test(arguments: names)
  func theLogReadBackGivesTheSameTree(name: String) async throws {
    let log = try await pscope("export", name, "--virtual")
    let live = try await pscope("export", name, "--virtual", "--format", "text")
    let read = try await pscope("export", "-", "--format", "text", input: log.text)
    #expect(live.code == 0)
    #expect(!live.output.isEmpty)
    #expect(read.output == live.output)
    let again = try await pscope("export", "-", input: log.text)
    #expect(again.output == log.output)
  }

  @Test(arguments: names)
  func aDemoWithoutATerminalPrintsTheFinalTree(name: String) async throws {
    let demo = try await pscope("demo", name, "--virtual")
    let text = try await pscope("export", name, "--virtual", "--format", "text")
    #expect(demo.code == 0)
    #expect(demo.errors.isEmpty)
    #expect(demo.output == text.output)
  }

  @Test(arguments: [
    ["--policy", "local"], ["--policy", "remote"], ["--policy", "remote-else-local"], ["--direction", "more"],
    ["--cache", "empty"], ["--cache", "corrupt"], ["--latency", "10"], ["--failure", "local"],
  ])
  func optionsOfTheListLoaderChangeTheLog(option: [String]) async throws {
    let plain = try await pscope("export", "list-loader", "--virtual")
    let chosen = try await pscope("export", "list-loader", "--virtual", option[0], option[1])
    #expect(chosen.code == 0 || chosen.code == 1)
    #expect(chosen.output != plain.output)
    #expect(chosen.text.hasSuffix(#""ev":"ended"}"# + "\n"))
  }

  @Test func aFailingRemoteShowsItsRejection() async throws {
    let outcome = try await pscope("demo", "list-loader", "--virtual", "--failure", "remote")
    #expect(outcome.text.contains("rejected"))
  }

  @Test func valuesCanBeKeptOut() async throws {
    let log = try await pscope("export", "list-loader", "--virtual", "--values", "off")
    #expect(log.code == 0)
    #expect(log.text.contains(#""values":"off""#))
    #expect(!log.text.contains(#""value":"#))
  }
}

/// Whether `python3` can check a JSON Schema here.
private let hasValidator = (try? Tool.run("import jsonschema"))?.code == 0

@Suite(.enabled(if: hasValidator, "python3 with jsonschema checks the schema"))
struct SchemaTests {
  @Test(arguments: names)
  func everyLineMeetsTheSchema(name: String) async throws {
    let log = try await pscope("export", name, "--virtual")
    let folder = try Folder()
    let path = try folder.write("run.ndjson", log.text)
    let check = try Tool.run(
      """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      validator = jsonschema.Draft202012Validator(schema)
      lines = open(sys.argv[2]).read().splitlines()
      for number, line in enumerate(lines, 1):
          for error in validator.iter_errors(json.loads(line)):
              print(f"{number}: {error.message}")
      print(len(lines), "lines")
      """, Tool.schema, path)
    let lines = log.text.split(separator: "\n").count
    #expect(check.text == "\(lines) lines\n")
    #expect(check.code == 0)
  }
}

/// The schema's validator, which is a Python package.
private enum Tool {
  /// The published schema.
  static let schema = URL(filePath: #filePath).appending(path: "../../../docs/event-log.schema.json").standardized.path

  /// Runs a Python program to its end.
  static func run(_ program: String, _ arguments: String...) throws -> (code: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
