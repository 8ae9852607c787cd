// The virtual log and tree of every scenario match the committed files, on every machine and in every build configuration.
//
// After an intended change, `PROMISESCOPE_UPDATE_GOLDEN=1 swift test --filter GoldenTests` updates the files; review the diff.

import ChainModel
import PromiseLog

struct GoldenTests {
  /// A pair of golden files: a log and a tree.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var scenario: String
    var options = ScenarioOptions()
    var cancelAfter: Double?

    var testDescription: String { name }

    init(
      _ scenario: String, _ variant: String = "", cancelAfter: Double? = nil,
      _ set: (inout ScenarioOptions) -> Void = { _ in }
    ) {
      self.scenario = scenario
      self.cancelAfter = cancelAfter
      name = variant.isEmpty ? scenario : "\(scenario).\(variant)"
      set(&options)
    }
  }

  static let cases: [Case] =
    ScenarioCatalog.all.filter { $0.name != "deep-chain" }.map { Case($0.name) } + [
      // The tree of 1,200 links would say no more than that of twelve.
      Case("deep-chain", "short") { $0.count = 12 },
      Case("list-loader", "local") { $0.policy = .local },
      Case("list-loader", "remote") { $0.policy = .remote },
      Case("list-loader", "more") { $0.direction = .more },
      Case("list-loader", "remote-fails") { $0.failure = .remote },
      Case("list-loader", "remote-else-local") { ($0.policy, $0.failure) = (.remoteElseLocal, .remote) },
      Case("list-loader", "empty") { $0.cache = .empty },
      Case("list-loader", "corrupt") { $0.cache = .corrupt },
      Case("list-loader", "nothing") { ($0.failure, $0.cache) = (.remote, .empty) },
      Case("list-loader", "cancelled", cancelAfter: 1.5),
      Case("list-loader-task", "corrupt") { $0.cache = .corrupt },
      Case("list-loader-task", "remote-fails") { $0.failure = .remote },
      Case("list-loader-task", "cancelled", cancelAfter: 3.9),
      Case("list-loader-task", "local") { $0.policy = .local },
      Case("list-loader-task", "remote") { $0.policy = .remote },
      Case("list-loader-task", "remote-else-local") { ($0.policy, $0.failure) = (.remoteElseLocal, .remote) },
      Case("contacts-avatars", "seed-2") { $0.seed = 2 },
      Case("login-contacts", "log-in-fails") { $0.failingStep = .logIn },
      Case("login-contacts", "token-fails") { $0.failingStep = .token },
      Case("login-contacts", "contacts-fails") { $0.failingStep = .contacts },
    ]

  @Test("two runs produce the golden log", arguments: cases)
  func log(_ golden: Case) throws {
    let first = try log(of: golden)
    try expectEqual(log(of: golden), first)
    try compare(first, with: golden.name + ".ndjson")
  }

  @Test("a run and its log both produce the golden tree", arguments: cases)
  func tree(_ golden: Case) throws {
    let drawn = try tree(of: run(golden).source, title: golden.name)
    let log = try log(of: golden)
    let reader = LogReader(bytes: Array(log.utf8))
    try expectEqual(tree(of: reader, title: golden.name), drawn)
    #expect(reader.diagnostics.isEmpty)
    try compare(drawn, with: golden.name + ".txt")
  }

  @Test("golden logs follow the rules about causes", arguments: cases)
  func causes(_ golden: Case) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(golden.name + ".ndjson")))
    let reader = LogReader(bytes: bytes)
    expectEqual(brokenRules(try RecordedScenario(reader).events, reader.texts), [])
  }

  @Test func everyGoldenFileBelongsToACase() throws {
    let expected = Self.cases.flatMap { [$0.name + ".ndjson", $0.name + ".txt"] }
    expectEqual(Set(expected).count, expected.count)
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    expectEqual(found.sorted(), expected.sorted())
  }

  // MARK: Bytes

  private func run(_ golden: Case) throws -> VirtualRun {
    try Scenario.named(golden.scenario).runVirtually(options: golden.options, cancelAfter: golden.cancelAfter)
  }

  private func log(of golden: Case) throws -> String {
    let source = try run(golden).source
    let encoder = LogEncoder(texts: source.texts)
    var bytes: [UInt8] = []
    encoder.encode(source.header, into: &bytes)
    for event in try RecordedScenario(source).events { encoder.encode(event, into: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func tree(of source: any EventSource, title: String) throws -> String {
    var store = ChainStore(texts: source.texts)
    for event in try RecordedScenario(source).events { store.apply(event) }
    var outline = Outline()
    outline.update(from: store)
    return TextTree().render(outline, of: store, title: title)
  }

  // MARK: Files

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Golden")

  private func compare(_ text: String, with name: String, at location: SourceLocation = #_sourceLocation) throws {
    if let difference = try GoldenFile(Self.folder.appendingPathComponent(name)).difference(from: text) {
      Issue.record("\(difference)", sourceLocation: location)
    }
  }
}
