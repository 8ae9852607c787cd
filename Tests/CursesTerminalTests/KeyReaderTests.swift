// Tests that each key of the keyboard and of the keypad becomes the key that its name says.

import CNcurses

@testable import CursesTerminal

@Suite struct KeyReaderTests {
  @Test func codesOfCursesBecomeKeys() {
    let keys: [(Int32, Key)] = [
      (KEY_UP, .up), (KEY_DOWN, .down), (KEY_LEFT, .left), (KEY_RIGHT, .right), (KEY_HOME, .home), (KEY_END, .end),
      (KEY_PPAGE, .pageUp), (KEY_NPAGE, .pageDown), (KEY_A1, .home), (KEY_A3, .pageUp), (KEY_C1, .end),
      (KEY_C3, .pageDown), (KEY_ENTER, .enter), (KEY_BACKSPACE, .backspace), (KEY_BTAB, .backTab), (KEY_IC, .insert),
      (KEY_DC, .delete), (KEY_FIND, .home), (KEY_SELECT, .end), (KEY_LL, .end), (KEY_SLEFT, .shiftLeft),
      (KEY_SRIGHT, .shiftRight), (KEY_SR, .shiftUp), (KEY_SF, .shiftDown),
    ]
    for (code, key) in keys { expectEqual(KeyReader.key(code), key, "\(code)") }
    for number in 1...12 { expectEqual(KeyReader.key(cn_function_key(Int32(number))), .function(number)) }
    #expect(KeyReader.key(KEY_MOUSE) == nil)
  }

  @Test func sequencesThatADescriptionLacksAreKeys() {
    let keys: [(String, Key)] = [
      ("[A", .up), ("OB", .down), ("[1;2C", .shiftRight), ("[1;5D", .controlLeft), ("[H", .home), ("OF", .end),
      ("[7~", .home), ("[8~", .end), ("OP", .function(1)), ("OS", .function(4)), ("[11~", .function(1)),
      ("[15~", .function(5)), ("[24~", .function(12)), ("[Z", .backTab),
    ]
    for (sequence, key) in keys {
      let code = KeyReader.sequences.first { $0.sequence == "\u{1B}" + sequence }?.code
      expectEqual(code.flatMap(KeyReader.key), key, "\(sequence)")
    }
  }

  @Test func charactersBecomeKeys() {
    expectEqual(
      read("\t\r\n\u{1B}\u{7F}\u{0}\u{3}\u{1C}a漢"),
      [
        .key(.tab), .key(.enter), .key(.enter), .key(.escape), .key(.backspace), .key(.control(" ")),
        .key(.control("c")), .key(.control("\\")), .key(.character("a")), .key(.character("漢")),
      ])
  }

  @Test func aPasteAndAMouseEventAreOneEventEach() {
    expectEqual(read("a\tb", after: KeyReader.pasteBegin, before: KeyReader.pasteEnd), [.paste("a\tb")])
    expectEqual(read("0;5;3Mq", after: KeyReader.mouseBegin).last, .key(.character("q")))
    expectEqual(read("0;5;3M", after: KeyReader.mouseBegin).count, 1)
  }

  @Test func whatHasNoEndIsGivenUp() {
    for (begin, kept) in [(KeyReader.pasteBegin, [TerminalEvent.paste("12")]), (KeyReader.mouseBegin, [])] {
      var (reader, events) = (KeyReader(), [TerminalEvent]())
      reader.special(begin, into: &events)
      for scalar in "12".unicodeScalars { reader.character(scalar, into: &events) }
      #expect(reader.isIncomplete && events.isEmpty)
      reader.giveUp(into: &events)
      reader.character("x", into: &events)
      expectEqual(events, kept + [.key(.character("x"))])
    }
  }

  @Test func theTerminalsReplyIsNoKey() {
    var (reader, events) = (KeyReader(), [TerminalEvent]())
    #expect(!reader.expectsReply)
    reader.special(KeyReader.replyBegin, into: &events)
    #expect(reader.isIncomplete)
    for scalar in "11;rgb:0/0/0\u{7}".unicodeScalars { reader.character(scalar, into: &events) }
    #expect(events.isEmpty && !reader.isIncomplete)
    #expect(reader.takeReply() == "11;rgb:0/0/0" && reader.takeReply() == nil)
  }

  /// What a reader makes of characters, after and before codes of curses.
  private func read(_ text: String, after begin: Int32? = nil, before end: Int32? = nil) -> [TerminalEvent] {
    var (reader, events) = (KeyReader(), [TerminalEvent]())
    if let begin { reader.special(begin, into: &events) }
    for scalar in text.unicodeScalars { reader.character(scalar, into: &events) }
    if let end { reader.special(end, into: &events) }
    return events
  }
}
