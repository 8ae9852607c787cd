// Numbers as the screen writes them. Pure; no locale, no Foundation.

import Canvas
import ChainModel

enum ScreenText {
  /// `01:02.345`, and hours where there are any: a place on the log's clock.
  static func clock(_ nanoseconds: Int64) -> String {
    let milliseconds = max(0, nanoseconds) / 1_000_000
    let seconds = milliseconds / 1000
    let hours = seconds / 3600
    let rest = "\(pad(seconds / 60 % 60, 2)):\(pad(seconds % 60, 2)).\(pad(milliseconds % 1000, 3))"
    return hours > 0 ? "\(hours):\(rest)" : rest
  }

  /// `12,345`.
  static func count(_ number: some BinaryInteger) -> String {
    let digits = String(number)
    guard digits.count > 3 else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, digit != "-", (digits.count - index) % 3 == 0, text != "-" { text += "," }
      text.append(digit)
    }
    return text
  }

  /// `1 handler`, `2 handlers`.
  static func plural(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
    "\(count(number)) \(number == 1 ? one : many)"
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension NodeState {
  /// What the screen means by this state.
  var role: StyleRole {
    switch self {
    case .pending: .pending
    case .running: .running
    case .waiting: .waiting
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    case .unhandled: .unhandled
    case .leaked: .leaked
    case .unknown: .unknown
    }
  }

  /// Whether something may still happen to it.
  var isOpen: Bool { self == .pending || self == .running || self == .waiting }
}
