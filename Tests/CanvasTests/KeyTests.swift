// Names of keys read back as the same keys.

import Canvas
import Testing

@Suite struct KeyTests {
  @Test(arguments: [
    Key.character("q"), .character(" "), .character("世"), .control("c"), .function(1), .function(12), .up, .down, .left,
    .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backTab, .escape, .backspace, .insert, .delete,
  ])
  func readsBack(_ key: Key) {
    #expect(!key.name.isEmpty)
    #expect(Key(named: key.name) == key)
  }

  @Test func namesArePlain() {
    #expect(Key.character(" ").name == "Space")
    #expect(Key.control("c").name == "Ctrl-C")
    #expect(Key.function(1).name == "F1")
  }

  @Test func unknownNamesAreRefused() {
    #expect(Key(named: "F13") == nil)
    #expect(Key(named: "Hyper-X") == nil)
    #expect(Key(named: "") == nil)
  }
}
