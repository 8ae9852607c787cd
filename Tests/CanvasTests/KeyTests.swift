// Names of keys read back as the same keys.

import Canvas
import Testing

@Suite struct KeyTests {
  @Test(arguments: [
    Key.character("q"), .character(" "), .character("世"), .control("c"), .control(" "), .function(1), .function(12),
    .up, .down, .left, .right, .shiftUp, .shiftDown, .shiftLeft, .shiftRight, .controlUp, .controlDown, .controlLeft,
    .controlRight, .home, .end, .pageUp, .pageDown, .enter, .tab, .backTab, .escape, .backspace, .insert, .delete,
  ])
  func readsBack(_ key: Key) {
    #expect(!key.name.isEmpty)
    #expect(Key(named: key.name) == key)
    #expect(Key(named: key.name.lowercased()) == key)
  }

  @Test func namesArePlain() {
    #expect(Key.character(" ").name == "Space")
    #expect(Key.control("c").name == "Ctrl-C")
    #expect(Key.function(1).name == "F1")
    #expect(Key.shiftLeft.name == "Shift-Left")
  }

  @Test(arguments: [
    ("C-d", Key.control("d")), ("c-D", .control("d")), ("Control-d", .control("d")), ("C-Space", .control(" ")),
    ("S-Tab", .backTab), ("BackTab", .backTab), ("S-Left", .shiftLeft), ("s-up", .shiftUp), ("C-Right", .controlRight),
    ("Escape", .escape), ("Return", .enter), ("PageUp", .pageUp), ("PageDown", .pageDown), ("Del", .delete),
    ("Ins", .insert), ("S", .character("S")), ("-", .character("-")),
  ])
  func shortAndLongNamesAreUnderstood(name: String, key: Key) {
    #expect(Key(named: name) == key)
  }

  @Test(arguments: ["F13", "F0", "Hyper-X", "", "C-", "S-", "S-q", "Ctrl-Dx", "C-世", "Spce"])
  func unknownNamesAreRefused(_ name: String) {
    #expect(Key(named: name) == nil)
  }
}
