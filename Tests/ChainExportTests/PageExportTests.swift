// The HTML page: its data, its policy, and the states that it shows at each moment. `make test-exports` opens it in a browser.

import ChainModel
import PromiseLog

@testable import ChainExport

@Suite struct PageExportTests {
  @Test func aPromiseThatIsOnlyMentionedHasAMomentToo() throws {
    let log = """
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":0,"ev":"lost","count":1}
      {"seq":2,"t":5,"ev":"created","p":2,"kind":"async","ctx":1}
      {"seq":3,"t":10,"ev":"ended"}

      """
    let promises = try #require(data(of: exported(.html, log))["promises"] as? [[String: Any]])
    expectEqual(Set(promises.map { $0["id"] as? String }), ["1", "2"])
    #expect(promises.allSatisfy { ($0["d"] as? [Int])?.isEmpty == false })
  }

  @Test func aBodyKeepsWhatItAwaitedAndWhen() throws {
    let log = """
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async"}
      {"seq":2,"t":0,"ev":"created","p":2,"kind":"async"}
      {"seq":3,"t":0,"ev":"started","p":2}
      {"seq":4,"t":10,"ev":"awaiting","p":2,"source":1}
      {"seq":5,"t":20,"ev":"continued","p":2}
      {"seq":6,"t":30,"ev":"ended"}

      """
    let promises = try #require(data(of: exported(.html, log))["promises"] as? [[String: Any]])
    #expect(promises[0]["awaits"] == nil && promises[1]["awaits"] as? [[Int]] == [[0, 10, 20]])
  }

  @Test(arguments: [100, 1_000])
  func theAnswersAboutALongChainCostABoundedNumberOfSteps(length: Int) throws {
    var log = "{\"schema\":\"promisescope.log\",\"version\":1}\n"
    for id in 1...length {
      let from = id > 1 ? ",\"from\":\(id - 1)" : ""
      log += "{\"seq\":\(id),\"t\":\(id),\"ev\":\"created\",\"p\":\(id),\"kind\":\"then\"\(from)}\n"
    }
    var options = ExportOptions()
    options.answerWork = 50_000
    let run = try data(of: exported(.html, log, options))
    let answered = try #require(run["why"] as? [String: Any]).keys.compactMap { Int($0) }
    // An answer looks at all promises before.
    #expect(answered.reduce(0, +) <= options.answerWork + length)
    #expect(answered.contains(0) && (answered.count == length) == (length == 100))
  }

  @Test func hostileTextCannotLeaveTheData() throws {
    let label = #"</script><img src=x onerror=alert(1)><!--<script>\u2028\u202E\u001B]0;x\u0007"#
    let log = twoPromises.replacing("\"label\":\"load\"", with: "\"label\":\"\(label)\"")
    let page = try exported(.html, log)
    #expect(page.components(separatedBy: "<script").count == 3 && !page.contains("<img") && !page.contains("<!--"))
    #expect(!page.contains("\u{202E}") && !page.contains("\u{1B}"))
    let promises = try data(of: page)["promises"] as? [[String: Any]]
    let name = try #require(promises?[0]["n"] as? String)
    #expect(name.hasPrefix("</script><img src=x onerror=alert(1)><!--<script>\\u{2028}\\u{202E}\\u{1B}"))
  }

  @Test func aLongTextIsCutVisibly() throws {
    let log = twoPromises.replacing(
      "\"label\":\"load\"", with: "\"label\":\"\(String(repeating: "x", count: 10_000))\"")
    let promises = try data(of: exported(.html, log))["promises"] as? [[String: Any]]
    let name = try #require(promises?[0]["n"] as? String)
    #expect(name.count == 2_000 && name.hasSuffix("…"))
  }

  @Test func theHashIsThatOfTheStandard() {
    // FIPS 180-4, examples of one block and of two.
    expectEqual(SHA256.base64(Array("abc".utf8)), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    let two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    expectEqual(SHA256.base64(Array(two.utf8)), "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=")
    expectEqual(SHA256.base64([]), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }

  @Test func thePolicyAllowsNothingButTheScriptAndTheStyleOfThePage() throws {
    let page = try exported(.html, twoPromises)
    func part(_ start: String, _ end: String) throws -> String {
      let from = try #require(page.range(of: start, options: .backwards)?.upperBound)
      return String(page[from..<(try #require(page.range(of: end, range: from..<page.endIndex)?.lowerBound))])
    }
    let (script, style) = (try part("<script>", "</script>"), try part("<style>", "</style>"))
    #expect(
      page.contains(
        """
        content="default-src 'none'; script-src 'sha256-\(SHA256.base64(Array(script.utf8)))'; \
        style-src 'sha256-\(SHA256.base64(Array(style.utf8)))'; base-uri 'none'; form-action 'none'"
        """))
    // Nothing in the page refers to anything outside of it, or needs more than the policy allows.
    for reference in [
      "http:", "https:", "src=", "href=", "@import", "url(", "style=", "onclick=", "innerHTML", "eval(",
    ] {
      #expect(!page.contains(reference), "\(reference)")
    }
  }

  /// At each event of each golden log, the state that the page shows is the store's.
  @Test(arguments: goldenLogs) func showsTheStateOfEveryMoment(log: URL) throws {
    let reader = try LogReader(path: log.path)
    var store = ChainStore(texts: reader.texts)
    var moments = PageMoments(limit: 1_000)
    let events = try reader.allEvents()
    var known: Set<PromiseID> = []
    for event in events {
      store.apply(event)
      moments.note(event, store)
      known.formUnion([event.promise, event.peer, event.context].filter { store.contains($0) })
      let shown = shown(moments)
      for id in known { expectEqual(shown[id], store.state(of: id), "#\(id) after event \(event.sequence)") }
    }
  }

  @Test func aLossMakesOpenPromisesUnknownUntilTheyAreHeardOf() throws {
    let log = twoPromises.replacing(
      #"{"seq":5,"t":4000000,"ev":"ended"}"#,
      with: """
        {"seq":5,"t":4000000,"ev":"enqueued","p":2,"queue":"q"}
        {"seq":6,"t":5000000,"ev":"fulfilled","p":2,"value":"2","cause":"returned"}
        {"seq":7,"t":6000000,"ev":"ended"}
        """)
    let promises = try data(of: exported(.html, log))["promises"] as? [[String: Any]]
    // Pending, unknown since the loss at moment 3, pending again, fulfilled.
    #expect(promises?[1]["d"] as? [Int] == [1, 0, 4, 0, 5, 3])
  }

  /// The state that `stateOf` in run.js finds, of each promise.
  private func shown(_ moments: PageMoments) -> [PromiseID: NodeState] {
    var states: [PromiseID: NodeState] = [:]
    var isBeforeLoss = false
    for change in moments.changes.reversed() {
      if change.promise == 0 { isBeforeLoss = true }
      guard states[change.promise] == nil else { continue }
      let isOpen = [.pending, .running, .waiting].contains(change.state)
      states[change.promise] = isOpen && isBeforeLoss ? .unknown : change.state
    }
    return states
  }

  private static let goldenLogs = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ScenariosTests/Golden")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "ndjson" }.sorted { $0.path < $1.path }
  }()

  private func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: #"<script type="application/json" id="run">"#)?.upperBound)
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)?.lowerBound)
    let json = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    return try #require(json as? [String: Any])
  }
}
