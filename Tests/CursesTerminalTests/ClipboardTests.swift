// The sequence that copies text, and how it gets through tmux and GNU Screen.

import Foundation

@testable import CursesTerminal

private func sequence(_ text: String, _ variables: [String: String] = [:]) -> String {
  Clipboard.sequence(for: text, environment: { variables[$0] }).replacing("\u{1B}", with: "^").replacing(
    "\u{7}", with: "!")
}

@Suite struct ClipboardTests {
  @Test func encodesTheText() {
    expectEqual(sequence("#12 save"), "^]52;c;IzEyIHNhdmU=!")
    expectEqual(sequence(""), "^]52;c;!")
    for text in ["a", "ab", "abc", "世界 \u{1B}[31m", String(repeating: "xyz", count: 99)] {
      expectEqual(Clipboard.base64(Array(text.utf8)), Data(text.utf8).base64EncodedString())
    }
  }

  @Test func longTextIsCutAtACharacter() {
    let text = String(repeating: "世", count: 40_000)
    let encoded = sequence(text).dropFirst(7).dropLast()
    #expect(encoded.count <= 100_000)
    let copied = Data(base64Encoded: String(encoded)).map { String(decoding: $0, as: UTF8.self) }
    #expect(copied?.count == Clipboard.limit / 3 && copied?.allSatisfy { $0 == "世" } == true)
  }

  @Test func passesThroughTmux() {
    expectEqual(sequence("a", ["TMUX": "/tmp/tmux"]), "^]52;c;YQ==!^Ptmux;^^]52;c;YQ==!^\\")
    expectEqual(sequence("a", ["TMUX": ""]), "^]52;c;YQ==!")
  }

  @Test func passesThroughScreenInPieces() {
    expectEqual(sequence("a", ["STY": "1.tty"]), "^P^]52;c;YQ==!^\\")
    let long = sequence(String(repeating: "a", count: 600), ["STY": "1.tty"])
    let parts = long.components(separatedBy: "^\\").dropLast()
    expectEqual(parts.count, 4)
    for part in parts { #expect(part.hasPrefix("^P") && part.count <= 252) }
    let joined = parts.map { $0.dropFirst(2) }.joined()
    expectEqual(joined, sequence(String(repeating: "a", count: 600)))
  }
}
