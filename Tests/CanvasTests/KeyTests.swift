// Names of keys read back as the same keys.

import Canvas
import TestSupport
import Testing

@Suite struct KeyTests {
  @Test(arguments: [
    Key.character("q"), .character(" "), .character("世"), .control("c"), .control(" "), .function(1), .function(12),
    .up, .down, .left, .right, .shiftUp, .shiftDown, .shiftLeft, .shiftRight, .controlUp, .controlDown, .controlLeft,
    .controlRight, .home, .end, .pageUp, .pageDown, .enter, .tab, .backTab, .escape, .backspace, .insert, .delete,
  ])
  func readsBack(_ key: Key) {
    #expect(!key.name.isEmpty)
    expectEqual(Key(named: key.name), key)
    expectEqual(Key(named: key.name.lowercased()), key)
  }

  @Test func namesArePlain() {
    expectEqual(Key.character(" ").name, "Space")
    expectEqual(Key.control("c").name, "Ctrl-C")
    expectEqual(Key.function(1).name, "F1")
    expectEqual(Key.shiftLeft.name, "Shift-Left")
  }

  @Test(arguments: [
    ("C-d", Key.control("d")), ("c-D", .control("d")), ("Control-d", .control("d")), ("C-Space", .control(" ")),
    ("S-Tab", .backTab), ("BackTab", .backTab), ("S-Left", .shiftLeft), ("s-up", .shiftUp), ("C-Right", .controlRight),
    ("Escape", .escape), ("Return", .enter), ("PageUp", .pageUp), ("PageDown", .pageDown), ("Del", .delete),
    ("Ins", .insert), ("S", .character("S")), ("-", .character("-")),
  ])
  func shortAndLongNamesAreUnderstood(name: String, key: Key) {
    expectEqual(Key(named: name), key)
  }

  @Test(arguments: ["F13", "F0", "Hyper-X", "", "C-", "S-", "S-q", "Ctrl-Dx", "C-世", "Spce"])
  func unknownNamesAreRefused(_ name: String) {
    #expect(Key(named: name) == nil)
  }
}
