// Tests that each key of the keyboard and of the keypad becomes the key that its name says.

import CNcurses
import Canvas
import TestSupport
import Testing

@testable import CursesTerminal

@Suite struct KeyReaderTests {
  @Test func codesOfCursesBecomeKeys() {
    let keys: [(Int32, Key)] = [
      (KEY_UP, .up), (KEY_DOWN, .down), (KEY_LEFT, .left), (KEY_RIGHT, .right), (KEY_HOME, .home), (KEY_END, .end),
      (KEY_PPAGE, .pageUp), (KEY_NPAGE, .pageDown), (KEY_A1, .home), (KEY_A3, .pageUp), (KEY_C1, .end),
      (KEY_C3, .pageDown), (KEY_ENTER, .enter), (KEY_BACKSPACE, .backspace), (KEY_BTAB, .backTab), (KEY_IC, .insert),
      (KEY_DC, .delete),
    ]
    for (code, key) in keys { expectEqual(KeyReader.key(code), key, "\(code)") }
    for number in 1...12 { expectEqual(KeyReader.key(cn_function_key(Int32(number))), .function(number)) }
    #expect(KeyReader.key(KEY_MOUSE) == nil)
  }
}
