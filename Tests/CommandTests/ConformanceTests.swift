// The conformance logs of docs/conformance, read by this reader. `PROMISESCOPE_UPDATE_GOLDEN=1` writes the expected answers.

@Suite struct ConformanceTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../docs/conformance").standardized
  private static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".ndjson") }.map { String($0.dropLast(7)) }.sorted()
  }

  @Test(arguments: names) func theAnswerIsTheExpectedOne(name: String) async throws {
    let path = Self.folder.appending(path: name + ".ndjson").path
    let answer = try await answer(path)
    let data = try JSONSerialization.data(withJSONObject: answer, options: [.prettyPrinted, .sortedKeys])
    let text = String(decoding: data, as: UTF8.self) + "\n"
    if let difference = try GoldenFile(Self.folder.appending(path: name + ".json")).difference(from: text) {
      Issue.record("\(difference)")
    }
  }

  private func answer(_ path: String) async throws -> [String: Any] {
    let exported = try await pscope("export", path, "--format", "json")
    guard exported.code != 2 else { return ["refused": true] }
    let history = try #require(JSONSerialization.jsonObject(with: Data(exported.output)) as? [String: Any])
    let checked = try await pscope("check", path, "--format", "json")
    let report = try #require(JSONSerialization.jsonObject(with: Data(checked.output)) as? [String: Any])
    var answer = history.filter { ["events", "lost", "ended"].contains($0.key) }
    answer["problems"] = (history["problems"] as? [[String: Any]] ?? []).map { $0["line"] ?? 0 }
    let members = [
      "promise", "state", "operation", "created", "label", "settled", "value", "error", "type", "cause", "settledAt",
      "from", "via",
    ]
    answer["promises"] = (history["promises"] as? [[String: Any]] ?? []).map { $0.filter { members.contains($0.key) } }
    answer["findings"] = (report["findings"] as? [[String: Any]] ?? []).map {
      $0.filter { ["rule", "promise"].contains($0.key) }
    }
    return answer
  }

  @Test func theReadmeNamesEveryLog() throws {
    let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    #expect(Self.names.count > 15)
    for name in Self.names { #expect(page.contains("`\(name)`"), "\(name)") }
  }
}
