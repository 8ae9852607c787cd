// The answers in Chinese: they state the same facts as those in English, and no word of them stayed English.

import PlainText

@Suite final class LanguageTests {
  /// The Chinese sentences that were read, without their digits: many differ in nothing else.
  private var read: Set<String> = []
  /// The pairs of sentences that were compared: many promises of a run share one.
  private var compared: Set<[String]> = []
  private let number = /[0-9]+([.,][0-9]+)*/

  /// The numbers in a sentence, in any order: of promises, lines, counts, and durations.
  private func facts(_ text: String) -> [String] {
    text.matches(of: number).map { String($0.output.0) }.sorted()
  }

  private func compare(_ english: String, _ chinese: String) throws {
    guard compared.insert([english, chinese]).inserted else { return }
    expectEqual(facts(english), facts(chinese), "\(english)\n\(chinese)")
    guard read.insert(chinese.filter { !$0.isNumber }).inserted else { return }
    #expect(english != chinese)
    try #expect(wrongChineseForms(in: chinese).isEmpty, "\(chinese)")
  }

  private func compare(_ history: FullHistory) throws {
    for id in history.ids {
      let why = try #require(history.store.why(id, bodies: history.bodies))
      let english = history.store.sentences(why)
      let chinese = history.store.sentences(why, language: .chinese)
      expectEqual(english.map(\.promise), chinese.map(\.promise))
      for (one, other) in zip(english, chinese) { try compare(one.text, other.text) }
    }
    var analyzer = Analyzer()
    var store = ChainStore(texts: history.store.texts)
    for event in history.events {
      store.apply(event)
      analyzer.apply(event, in: store)
    }
    for finding in analyzer.findings(in: store) { try compare(finding.sentence, finding.sentence(.chinese)) }
  }

  @Test func everyAnswerAndFindingAboutTheScenariosStatesTheSameFactsInChinese() throws {
    for history in try FullHistory.golden() where history.events.count < 2_000 { try compare(history) }
  }

  @Test("so does every answer about a log that contains anything", arguments: 0..<12 as Range<UInt64>)
  func anything(seed: UInt64) throws {
    let run = AnyEvents(seed: seed, count: 300)
    try compare(FullHistory("seed \(seed)", run.events, run.texts))
  }

  @Test("every rule has a hint in Chinese", arguments: Rule.allCases)
  func hints(rule: Rule) {
    expectEqual(rule.hint(.english), rule.hint)
    #expect(rule.hint(.chinese).contains { DisplayWidth.of(String($0)) == 2 })
  }

  @Test func theLocaleForMessagesChoosesTheLanguage() {
    func chosen(_ values: [String: String]) -> Language { .preferred { values[$0] } }
    expectEqual(chosen(["LANG": "zh_CN.UTF-8"]), .chinese)
    expectEqual(chosen(["LC_ALL": "", "LC_MESSAGES": "zh_TW", "LANG": "en_US.UTF-8"]), .chinese)
    expectEqual(chosen(["LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"]), .english)
    expectEqual(chosen([:]), .english)
  }
}
