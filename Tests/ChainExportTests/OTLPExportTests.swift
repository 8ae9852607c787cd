// Spans: IDs, traces, and the attributes of the program. PictureTests compares whole spans. `make test-exports` has OpenTelemetry's own library parse them.

@testable import ChainExport

@Suite struct OTLPExportTests {
  private func spans(_ log: String) throws -> [[String: Any]] {
    try exported(.otlp, log).split(separator: "\n").flatMap { line -> [[String: Any]] in
      let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let resources = request?["resourceSpans"] as? [[String: Any]] ?? []
      let scopes = resources.flatMap { $0["scopeSpans"] as? [[String: Any]] ?? [] }
      return scopes.flatMap { $0["spans"] as? [[String: Any]] ?? [] }
    }
  }

  @Test func aLogWithoutPromisesStillSaysWhatIsMissing() throws {
    let text = try exported(
      .otlp, "{\"schema\":\"promisescope.log\",\"version\":1}\n{\"seq\":1,\"t\":0,\"ev\":\"lost\",\"count\":3}\n")
    #expect(
      text.contains(#"{"key":"promisescope.log.lost","value":{"intValue":"3"}}"#)
        && text.hasSuffix("\"spans\":[]}]}]}\n"))
  }

  @Test(arguments: [
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
    ("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more", true),
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more", false),
    ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
    ("00-00000000000000000000000000000000-b7ad6b7169203331-01", false),
    ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", false), ("", false), ("00-1-2-3", false),
  ])
  func readsWhatTraceContextDefines(text: String, isValid: Bool) {
    #expect((TraceParent(text) != nil) == isValid)
  }

  @Test func nestedAttributesAreLeftOut() throws {
    let log = """
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","attributes":{"a":1.5,"b":true,"c":[1],"d":null,"e\\"":"x\\u001b"}}
      {"seq":2,"t":1,"ev":"ended"}

      """
    let list = try spans(log)[0]["attributes"] as? [[String: Any]] ?? []
    let keys = list.compactMap { $0["key"] as? String }.filter { !$0.hasPrefix("promise.") }
    expectEqual(keys, ["a", "b", "e\""])
  }

  private func keys(_ span: [String: Any]) -> [String] {
    (span["attributes"] as? [[String: Any]] ?? []).compactMap { $0["key"] as? String }
  }

  /// Of two attributes with the same key, a backend keeps only one.
  @Test func aProgramCannotReplaceOurAttributes() throws {
    let log = #"""
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":0,"ev":"created","p":7,"kind":"async","attributes":{"promise.id":1,"attributes.promise.id":2,"thread.name":"t",\#
      "code.file.path":"x","promise.operation":"y","":3}}
      {"seq":2,"t":0,"ev":"created","p":8,"kind":"async","site":{"file":"A.swift","line":1},"attributes":{"code.file.path":"x"}}
      {"seq":3,"t":1,"ev":"ended"}

      """#.replacing("\\#\n", with: "")
    let spans = try spans(log)
    for span in spans { expectEqual(Set(keys(span)).count, keys(span).count) }
    let first = keys(spans[0])
    #expect(first.contains("attributes.attributes.promise.id") && first.contains("attributes.promise.id"))
    // Without an attribute of ours, that of the program keeps its key.
    #expect(first.contains("thread.name") && first.contains("code.file.path"))
    #expect(first.contains("attributes.promise.operation") && first.contains("attributes.") && !first.contains(""))
    #expect(keys(spans[1]).contains("attributes.code.file.path"))
    let own = (spans[0]["attributes"] as? [[String: Any]])?.first { $0["key"] as? String == "promise.id" }
    #expect((own?["value"] as? [String: String]) == ["intValue": "7"])
  }

  @Test func everySpanAndEventHasAName() throws {
    let log = """
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":""}
      {"seq":2,"t":0,"ev":"created","p":2,"kind":"","label":""}
      {"seq":3,"t":1,"ev":"noted","p":1,"text":""}
      {"seq":4,"t":2,"ev":"ended"}

      """
    let spans = try spans(log)
    expectEqual(spans.map { $0["name"] as? String }, ["async", "promise"])
    #expect((spans[0]["events"] as? [[String: Any]])?.first?["name"] as? String == "note")
  }
}
