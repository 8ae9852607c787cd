// What is wrong with a line: plain bits while it is decoded, a sentence only where a person asks.

/// Why a line is no event.
struct LogProblem: Error {
  private enum Place {
    /// Byte of the line, from 1 on.
    case column(Int)
    case end
    case member(StaticString)
    case none
  }

  private let expected: StaticString
  private let place: Place

  /// Something else was expected at a byte of the line.
  static func at(_ place: UnsafePointer<UInt8>, in scanner: borrowing LogScanner, _ expected: StaticString)
    -> LogProblem
  {
    LogProblem(expected: expected, place: place < scanner.end ? .column(place - scanner.start + 1) : .end)
  }

  /// A member must be something else.
  static func `in`(_ member: LogMember, _ expected: StaticString) -> LogProblem {
    LogProblem(expected: expected, place: .member(member.name))
  }

  /// The line lacks something.
  static func missing(_ expected: StaticString) -> LogProblem { LogProblem(expected: expected, place: .none) }

  /// What was expected, and where.
  var message: String {
    switch place {
    case .column(let column): "expected \(expected) in column \(column)"
    case .end: "expected \(expected), found the end of the line"
    case .member(let name): "expected \(expected) in `\(name)`"
    case .none: "expected \(expected)"
    }
  }
}
