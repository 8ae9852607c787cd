// The reason why a line is not an event. It contains no allocated text; the sentence is made only when it is needed.

import PromiseTrace

/// An error in a line: what was expected, and its location.
struct LogProblem: Error {
  private enum Location {
    /// A byte of the line, 1-based.
    case column(Int)
    case end
    case member(StaticString)
    case none
  }

  private let expected: StaticString
  private let location: Location

  /// An error at a byte of the line.
  static func at(_ cursor: UnsafePointer<UInt8>, in scanner: borrowing LogScanner, _ expected: StaticString)
    -> LogProblem
  {
    LogProblem(expected: expected, location: cursor < scanner.end ? .column(cursor - scanner.start + 1) : .end)
  }

  /// An error in a member's value.
  static func `in`(_ member: LogMember, _ expected: StaticString) -> LogProblem {
    LogProblem(expected: expected, location: .member(member.name))
  }

  /// A part that the line lacks.
  static func missing(_ expected: StaticString) -> LogProblem { LogProblem(expected: expected, location: .none) }

  /// The error as a sentence, without the number of the line.
  var message: String {
    switch location {
    case .column(let column): "expected \(expected) in column \(column)"
    case .end: "expected \(expected), found the end of the line"
    case .member(let name): "expected \(expected) in `\(name)`"
    case .none: "expected \(expected)"
    }
  }
}
