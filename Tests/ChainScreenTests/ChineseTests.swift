// The Chinese words of the screen: complete, with the same arguments, and in exact columns.

import Canvas
import Foundation
import PlainText
import Testing

@testable import ChainScreen

@Suite struct ChineseTests {
  @Test(arguments: Phrase.allCases) func everyPhraseIsTranslatedWithItsArguments(_ phrase: Phrase) throws {
    let chinese = try #require(Phrase.chinese[phrase], "\(phrase)")
    func arguments(_ text: String) -> [String] { text.matches(of: /%\d/).map { String($0.output) }.sorted() }
    #expect(arguments(chinese) == arguments(phrase.rawValue), "\(phrase)")
    #expect(phrase == .promiseWord || !chinese.unicodeScalars.allSatisfy(\.isASCII), "\(phrase)")
  }
}
