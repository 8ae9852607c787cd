// How the sentences of a lesson are broken into lines, above all in Chinese.

import ChainAnalysis
import Foundation
import LessonEngine

@testable import ChainScreen

@Suite struct LessonTextTests {
  /// Every sentence and every question of a log, as the screen shows them.
  private func texts(_ log: String) throws -> [[Span]] {
    let plan = try #require(try LessonScreen(log, language: .chinese).walk).plan
    var lines = plan.steps.map { $0.sentence.text.chinese.spans() }
    for question in plan.questions {
      lines += question.answers.map { $0.text.chinese.spans() } + [[Span(question.rule.chinese)]]
      lines += question.answers.compactMap { $0.refutation?.chinese.spans() }
    }
    return lines
  }

  @Test(
    "no Chinese line starts or ends with the wrong mark, or inside of a word",
    arguments: ["chain", "error-paths", "list-loader.remote-fails", "cancel"])
  func chinese(_ log: String) throws {
    let isLetter = { (character: Character?) in character?.isASCII == true && character?.isLetter == true }
    for text in try texts(log) {
      let whole = text.map(\.text).joined()
      let longest = whole.split { !isLetter($0) && $0 != "-" }.map(\.count).max() ?? 0
      for width in max(longest + 4, 26)...64 {
        let lines = text.wrapped(to: width, lines: 60).map { $0.map(\.text).joined() }
        expectEqual(lines.joined().filter { $0 != " " }, whole.filter { $0 != " " })
        for line in lines.dropFirst() {
          #expect(line.first.map { "。，：；、）」』！？”.,;:)".contains($0) } == false, "\(width): \(lines)")
        }
        for (line, next) in zip(lines, lines.dropFirst()) {
          #expect(DisplayWidth.of(line) <= width)
          #expect(line.last.map { "（「『“(".contains($0) } == false, "\(width): \(lines)")
          let isBroken = isLetter(line.last) && isLetter(next.first) && !whole.contains("\(line) \(next)")
          #expect(!isBroken, "\(width): \(lines)")
        }
      }
    }
  }

  @Test func whereThePiecesOfASentenceMeetMakesNoDifferenceToItsLines() {
    let whole = "#4 的处理函数（catch）接住了拒绝，没有返回值「done」。"
    for width in 8...40 {
      let expected = [Span(whole)].wrapped(to: width, lines: 60).map { $0.map(\.text).joined() }
      for length in 1...5 {
        var (spans, rest) = ([Span](), whole[...])
        while !rest.isEmpty {
          spans.append(Span(String(rest.prefix(length)), spans.count.isMultiple(of: 2) ? .text : .value))
          rest = rest.dropFirst(length)
        }
        expectEqual(spans.wrapped(to: width, lines: 60).map { $0.map(\.text).joined() }, expected)
      }
    }
  }

  @Test func whatAProgramWritesIsBetweenQuotationMarks() throws {
    let steps = try #require(try LessonScreen("life-of-a-promise").walk).plan.steps
    let note = try #require(steps.first { $0.sentence.kind == .noted }).sentence.text
    expectEqual(note.english.spans().map(\.text).joined(), #"The program writes "before the promise"."#)
    expectEqual(note.chinese.spans().map(\.text).joined(), "程序输出「before the promise」。")
  }
}
