// Parses the mouse events of a terminal. Owns a partially read event; reads nothing itself.
//
// Source: xterm, "Mouse Tracking": the extended coordinates of mode 1006, and the original form, which some terminals send instead.

import Canvas

struct MouseReader {
  private enum Form { case extended, original }

  /// The longest extended event: three numbers of at most five digits, and two separators.
  private static let limit = 17

  private var form: Form?
  private var read: [UInt32] = []
  /// Whether an event has started but not ended.
  var isReading: Bool { form != nil }
  /// Whether the last character ended an event to which it does not belong.
  private(set) var hasRejected = false

  mutating func begin() { start(.extended) }

  mutating func beginOld() { start(.original) }

  /// Stops waiting for the rest of an event.
  mutating func abandon() { form = nil }

  private mutating func start(_ form: Form) {
    self.form = form
    read.removeAll(keepingCapacity: true)
    hasRejected = false
  }

  /// Reads the next character of an event.
  ///
  /// - Returns: The event, if it is complete and the screen has a use for it.
  mutating func read(_ scalar: Unicode.Scalar) -> MouseEvent? {
    hasRejected = false
    switch form {
    case .extended: return readExtended(scalar)
    case .original: return readOriginal(scalar)
    case nil: return nil
    }
  }

  /// `BUTTON;COLUMN;ROW`, then `M` for a press and `m` for a release.
  private mutating func readExtended(_ scalar: Unicode.Scalar) -> MouseEvent? {
    switch scalar {
    case "0"..."9", ";":
      read.append(scalar.value)
      if read.count > Self.limit { form = nil }
      return nil
    case "M", "m":
      form = nil
      let numbers = read.split(separator: 0x3B, omittingEmptySubsequences: false).map { digits in
        digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
      }
      guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2] else {
        return nil
      }
      return event(button, column: column - 1, row: row - 1, isRelease: scalar == "m")
    default:
      form = nil
      hasRejected = true
      return nil
    }
  }

  /// Button, column, and row, as one character each; the button of a release is unknown.
  private mutating func readOriginal(_ scalar: Unicode.Scalar) -> MouseEvent? {
    read.append(scalar.value)
    guard read.count == 3 else { return nil }
    form = nil
    let values = read.map { Int($0) - 32 }
    let isRelease = values[0] & 3 == 3 && values[0] & 64 == 0
    return event(isRelease ? 0 : values[0], column: values[1] - 1, row: values[2] - 1, isRelease: isRelease)
  }

  /// Bits of `button`: 1 and 2 the button, 4 to 16 modifiers, 32 motion, 64 the wheel.
  private func event(_ button: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
    guard column >= 0, row >= 0, button & ~0x7F == 0 else { return nil }
    let action: MouseEvent.Action
    switch (button & 64 != 0, button & 3) {
    case (true, 0) where !isRelease: action = .wheelUp
    case (true, 1) where !isRelease: action = .wheelDown
    case (false, 0) where isRelease: action = .release
    case (false, 0): action = button & 32 != 0 ? .drag : .press
    default: return nil
    }
    return MouseEvent(action, column: column, row: row)
  }
}
