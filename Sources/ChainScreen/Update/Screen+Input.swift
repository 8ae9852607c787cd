// Typing for the program: every key goes to it, until Esc.

import Canvas

extension Screen {
  /// Opens the line in which keys go to the program.
  mutating func startTyping() {
    takeOver()
    bring(.output)
    state.prompt = Prompt(.input)
  }

  /// Closes the line, because the program has ended.
  mutating func stopTyping() { state.prompt = nil }

  /// Passes a key on to the program.
  ///
  /// Ctrl-C has its usual meaning, because the terminal has sent it to the program already.
  mutating func typeInput(_ key: Key) -> ScreenEffect {
    switch key {
    case .escape:
      state.prompt = nil
      return .none
    case .control("c"):
      state.prompt = nil
      return .quit
    case .character(let character): state.prompt?.type(String(character))
    case .backspace: _ = state.prompt?.text.popLast()
    case .enter, .control: state.prompt?.text = ""
    default: break
    }
    let bytes = key.typed
    return bytes.isEmpty ? .none : .type(bytes)
  }

  mutating func typeInput(pasted text: String) -> ScreenEffect {
    let typed = (state.prompt?.text ?? "") + text
    state.prompt?.text = typed.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    return .type(Array(text.utf8))
  }
}

extension Key {
  /// What a terminal sends for the key; empty for keys that no program needs.
  var typed: [UInt8] {
    switch self {
    case .character(let character): Array(String(character).utf8)
    case .control(let letter): letter.asciiValue.map { [$0 & 0x1F] } ?? []
    case .enter: [0x0D]
    case .tab: [0x09]
    case .backspace: [0x7F]
    case .up: Array("\u{1B}[A".utf8)
    case .down: Array("\u{1B}[B".utf8)
    case .right: Array("\u{1B}[C".utf8)
    case .left: Array("\u{1B}[D".utf8)
    default: []
    }
  }
}
