// Bytes that a program prints become lines, whatever pieces they come in, on a thread that ends.

import Foundation
import Synchronization

@testable import CursesTerminal

private func lines(_ pieces: [String], limit: Int = 100) -> [String] {
  var lines: [String] = []
  var splitter = LineSplitter(limit: limit)
  for piece in pieces { splitter.add(piece.utf8) { lines.append($0) } }
  splitter.finish { lines.append($0) }
  return lines
}

@Suite struct OutputCaptureTests {
  @Test func aThreadRunsItsBodyAndCanBeJoined() throws {
    let lines = Mutex<[String]>([])
    let thread = try #require(startThread { lines.withLock { $0.append("ran") } })
    pthread_join(thread, nil)
    expectEqual(lines.withLock { $0 }, ["ran"])
  }

  @Test func joinsPieces() {
    expectEqual(lines(["he", "llo\nwor", "ld\n"]), ["hello", "world"])
  }

  @Test func givesAnUnendedLastLine() {
    expectEqual(lines(["a\nb"]), ["a", "b"])
  }

  @Test func keepsEmptyLinesAndDropsCarriageReturns() {
    expectEqual(lines(["a\r\n\nb\n"]), ["a", "", "b"])
  }

  @Test func cutsALineThatNeverEnds() {
    expectEqual(lines(["abcdefgh"], limit: 3), ["abc", "def", "gh"])
  }

  @Test func repairsBytesThatAreNoText() {
    var got: [String] = []
    var splitter = LineSplitter(limit: 10)
    splitter.add([0x61, 0xFF, 0x0A]) { got.append($0) }
    expectEqual(got, ["a\u{FFFD}"])
  }
}
