// Scenarios on the virtual clock, run by the command: reproducible output, and logs that match the published schema.
// ScenariosTests cover what each scenario does.

import DemoCatalog

private let names = [
  "list-loader", "one", "serial", "parallel-all", "parallel-one", "serial-parallel", "contacts-avatars",
]

@Suite struct VirtualRunTests {
  @Test func cancelsAScenarioAsAUserWould() async throws {
    let tree = try await pscope("demo", "list-loader", "--virtual", "--cancel-after", "1.5")
    expectEqual(tree.code, 0)
    #expect(tree.text.contains("⊘   └ load remote") && tree.text.contains("canceled: CancellationError()"))
    let live = try await pscope("demo", "list-loader", "--speed", "20", "--latency", "3600000", "--cancel-after", "1.5")
    expectEqual(live.code, 0)
    #expect(live.text.contains("canceled: CancellationError()"))
    let log = try await pscope(
      "check", "run.ndjson", "--cancel-after", "1", before: "cd $(mktemp -d); echo > run.ndjson")
    #expect(log.code == 2 && log.errors.contains("--cancel-after applies only to a scenario"))
  }

  @Test(arguments: names)
  func twoRunsProduceTheSameLog(name: String) async throws {
    let first = try await pscope("export", name, "--virtual")
    let second = try await pscope("export", name, "--virtual")
    expectEqual(first.code, 0)
    #expect(first.errors.isEmpty)
    expectEqual(first.output, second.output)
    #expect(first.text.hasSuffix(#""ev":"ended"}"# + "\n"))
  }

  @Test(arguments: names)
  func readingTheLogBackProducesTheSameTree(name: String) async throws {
    let log = try await pscope("export", name, "--virtual")
    let live = try await pscope("export", name, "--virtual", "--format", "text")
    let read = try await pscope("export", "-", "--format", "text", input: log.text)
    expectEqual(live.code, 0)
    #expect(!live.output.isEmpty)
    expectEqual(read.output, live.output)
    let again = try await pscope("export", "-", input: log.text)
    expectEqual(again.output, log.output)
  }

  @Test(arguments: names)
  func demoPrintsTheFinalTreeWithoutATerminal(name: String) async throws {
    let demo = try await pscope("demo", name, "--virtual")
    let text = try await pscope("export", name, "--virtual", "--format", "text")
    expectEqual(demo.code, 0)
    #expect(demo.errors.isEmpty)
    expectEqual(demo.output, text.output)
  }

  @Test(arguments: [
    ["--policy", "local"], ["--policy", "remote"], ["--policy", "remote-else-local"], ["--direction", "more"],
    ["--cache", "empty"], ["--cache", "corrupt"], ["--latency", "10"], ["--failure", "local"],
  ])
  func listLoaderOptionsChangeTheLog(option: [String]) async throws {
    let plain = try await pscope("export", "list-loader", "--virtual")
    let chosen = try await pscope("export", "list-loader", "--virtual", option[0], option[1])
    #expect(chosen.code == 0 || chosen.code == 1)
    #expect(chosen.output != plain.output)
    #expect(chosen.text.hasSuffix(#""ev":"ended"}"# + "\n"))
  }

  @Test func showsTheRejectionOfAFailingServer() async throws {
    let outcome = try await pscope("demo", "list-loader", "--virtual", "--failure", "remote")
    #expect(outcome.text.contains("rejected"))
  }

  @Test func valuesCanBeOmitted() async throws {
    let log = try await pscope("export", "list-loader", "--virtual", "--values", "off")
    expectEqual(log.code, 0)
    #expect(log.text.contains(#""values":"off""#))
    #expect(!log.text.contains(#""value":"#))
  }
}

@Suite struct SchemaTests {
  private static let schema = URL(filePath: #filePath).appending(path: "../../../docs/event-log.schema.json")
    .standardized

  /// Without Python's jsonschema, only whether every scenario ends normally, even one with a fault.
  @Test func everyLineOfEveryScenarioMeetsTheSchema() async throws {
    let folder = try Folder()
    var lines = 0
    var logs: [String] = []
    for name in ScenarioCatalog.all.map(\.name) {
      let log = try await pscope("export", name, "--virtual")
      #expect(log.code == 0 && log.errors.isEmpty, "\(name)")
      logs.append(try folder.write(name + ".ndjson", log.text))
      lines += log.text.split(separator: "\n").count
    }
    guard try await Self.hasValidator() else { return }
    let program = """
      import json, re, sys, jsonschema
      validator = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
      count = 0
      # Lines that differ only in positive numbers and in free text are valid or not together.
      text = re.compile(r'"(error|file|function|kind|label|queue|text|thread|type|value)":"([^"\\\\]|\\\\.)+"')
      seen = set()
      for path in sys.argv[2:]:
          for number, line in enumerate(open(path), 1):
              count += 1
              form = text.sub(r'"\\1":"text"', re.sub("[1-9][0-9]*", "1", line))
              if form in seen: continue
              seen.add(form)
              for error in validator.iter_errors(json.loads(line)):
                  print(f"{path}:{number}: {error.message}")
      print(count, "lines")
      """
    let check = try await run(["python3", "-c", program, Self.schema.path] + logs)
    expectEqual(check.text, "\(lines) lines\n")
    expectEqual(check.code, 0)
  }

  private static func hasValidator() async throws -> Bool {
    try await run(["python3", "-c", "import jsonschema"]).code == 0
  }
}
