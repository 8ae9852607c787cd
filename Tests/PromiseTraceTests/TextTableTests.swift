// Words behind handles.

import PromiseTrace
import Synchronization
import Testing

@Suite("text table")
struct TextTableTests {
  @Test("equal texts have equal handles; no text is not the empty text")
  func interning() {
    let texts = TextTable()
    let first = texts.intern("a")
    #expect(texts.intern("a") == first && texts[first] == "a")
    #expect(texts.intern("b") != first)
    let empty = texts.intern("")
    #expect(empty != .none && texts[empty] == "" && texts[.none] == nil)
    #expect(texts[TextID(rawValue: 999)] == nil)
  }

  @Test("texts that only look the same keep their own bytes")
  func bytes() {
    let texts = TextTable()
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let handles = [texts.intern(composed), texts.intern(decomposed)]
    #expect(handles.map { texts[$0].map { Array($0.utf8) } } == [Array(composed.utf8), Array(decomposed.utf8)])
  }

  @Test("any thread may call it")
  func threads() {
    let texts = TextTable()
    let handles = Mutex<[[TextID]]>([])
    together(4) { _ in
      let own = (0..<2000).map { texts.intern("text \($0)") }
      handles.withLock { $0.append(own) }
    }
    #expect(Set(handles.withLock { $0 }).count == 1)
  }

  @Test("symbols are numbered once")
  func symbols() {
    let number = Symbols.number(of: "a symbol of this test")
    #expect(number != 0 && Symbols.number(of: "a symbol of this test") == number)
    #expect(Symbols.name(of: number) == "a symbol of this test")
    #expect(Symbols.name(of: 0) == nil && Symbols.name(of: .max) == nil)
  }
}
