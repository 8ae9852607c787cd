// Mouse events as terminals send them.

@testable import CursesTerminal

/// The event for the characters after `CSI <`.
private func extended(_ text: String) -> MouseEvent? {
  var reader = MouseReader()
  reader.begin()
  var event: MouseEvent?
  for scalar in text.unicodeScalars where reader.isReading { event = reader.read(scalar) }
  return event
}

@Suite struct MouseReaderTests {
  @Test(arguments: [
    ("0;1;1M", MouseEvent(.press, column: 0, row: 0)), ("0;10;5m", MouseEvent(.release, column: 9, row: 4)),
    ("32;300;7M", MouseEvent(.drag, column: 299, row: 6)), ("64;2;3M", MouseEvent(.wheelUp, column: 1, row: 2)),
    ("65;2;3M", MouseEvent(.wheelDown, column: 1, row: 2)), ("4;1;1M", MouseEvent(.press, column: 0, row: 0)),
    ("16;1;1M", MouseEvent(.press, column: 0, row: 0)),
  ])
  func eventsAreRecognized(text: String, event: MouseEvent) {
    expectEqual(extended(text), event)
  }

  @Test(arguments: [
    "1;1;1M", "2;1;1M", "35;1;1M", "66;1;1M", "0;0;1M", "0;1;0M", "0;1M", ";;M", "M", "0;1;1;1M", "0;;1;1M", "128;1;1M",
    "99999999999999999999;1;1M",
  ])
  func otherEventsAreIgnored(text: String) {
    #expect(extended(text) == nil)
  }

  @Test func anythingElseEndsTheEventAndRemainsAKey() {
    var reader = MouseReader()
    reader.begin()
    _ = reader.read("0")
    _ = reader.read("q")
    #expect(!reader.isReading && reader.hasRejected)
  }

  @Test func theOriginalFormIsUnderstood() {
    func original(_ scalars: [UInt32]) -> MouseEvent? {
      var reader = MouseReader()
      reader.beginOld()
      var event: MouseEvent?
      for scalar in scalars.compactMap(Unicode.Scalar.init) { event = reader.read(scalar) }
      return reader.isReading ? nil : event
    }
    expectEqual(original([32, 33, 34]), MouseEvent(.press, column: 0, row: 1))
    expectEqual(original([35, 33, 34]), MouseEvent(.release, column: 0, row: 1))
    expectEqual(original([64, 43, 33]), MouseEvent(.drag, column: 10, row: 0))
    expectEqual(original([97, 33, 33]), MouseEvent(.wheelDown, column: 0, row: 0))
    #expect(original([32, 32, 33]) == nil)
    #expect(original([0, 0, 0]) == nil)
  }
}
