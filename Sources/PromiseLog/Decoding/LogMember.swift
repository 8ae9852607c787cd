// The members that this version knows, and the values that the scanner found for them. Owns the names; `LogDecoder+Event` knows which
// kinds of events use which members.

import PromiseTrace

/// A known member of an event or of a call site.
enum LogMember: UInt8, CaseIterable {
  case seq = 1
  case t, ev, p, ctx
  case kind, from, label, site, callers, queue, timer, detached, unknownStart
  case by, handles, takesError, task
  case thread, outcome, cpu
  case source, loop
  case fraction, stage
  case value, cause, via, error, type, cancelled
  case attempt, state, text, count, damaged
  case reason, signal, code
  case memory, instead
  // The members of a call site.
  case file, line, function

  /// The name in the log.
  var name: StaticString {
    switch self {
    case .seq: "seq"
    case .t: "t"
    case .ev: "ev"
    case .p: "p"
    case .ctx: "ctx"
    case .kind: "kind"
    case .from: "from"
    case .label: "label"
    case .site: "site"
    case .callers: "callers"
    case .queue: "queue"
    case .timer: "timer"
    case .detached: "detached"
    case .unknownStart: "unknownStart"
    case .by: "by"
    case .handles: "handles"
    case .takesError: "takesError"
    case .task: "task"
    case .thread: "thread"
    case .outcome: "outcome"
    case .cpu: "cpu"
    case .source: "source"
    case .loop: "loop"
    case .fraction: "fraction"
    case .stage: "stage"
    case .value: "value"
    case .cause: "cause"
    case .via: "via"
    case .error: "error"
    case .type: "type"
    case .cancelled: "cancelled"
    case .attempt: "attempt"
    case .state: "state"
    case .text: "text"
    case .count: "count"
    case .damaged: "damaged"
    case .reason: "reason"
    case .signal: "signal"
    case .code: "code"
    case .memory: "memory"
    case .instead: "instead"
    case .file: "file"
    case .line: "line"
    case .function: "function"
    }
  }

  private var isOfSite: Bool { rawValue >= LogMember.file.rawValue }

  /// The names of an event's members.
  static let ofEvent = LogWordTable(allCases.filter { !$0.isOfSite }.map { ($0.name, $0.rawValue) })
  /// The names of a call site's members.
  static let ofSite = LogWordTable(allCases.filter(\.isOfSite).map { ($0.name, $0.rawValue) })
}

/// A set of known members: the one with number 5 has bit 5.
struct LogMemberSet {
  var bits: UInt64 = 0

  init() {}

  @inline(__always)
  func contains(_ member: LogMember) -> Bool { bits &>> UInt64(member.rawValue) & 1 != 0 }

  @inline(__always)
  mutating func insert(_ member: LogMember) { bits |= 1 &<< UInt64(member.rawValue) }

  @inline(__always)
  mutating func remove(_ member: LogMember) { bits &= ~(1 &<< UInt64(member.rawValue)) }

  /// Inserts a member by its number; returns whether it was already there.
  @inline(__always)
  mutating func insertNew(_ number: UInt8) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(number)
    defer { bits |= bit }
    return bits & bit != 0
  }

  /// `seq`, `t`, `ev`, `p` and `ctx`, which every event may have.
  @inline(__always)
  static var common: UInt64 { 0b11_1110 }
}

/// A member's value as the scanner found it: its range in the line, and the value of a number.
struct LogValue {
  /// The form of a value.
  enum Shape: UInt8 {
    /// A string without escapes; `start` and `end` delimit its content.
    case text
    case escapedText
    /// A non-negative integer below 2⁶⁴, in `number`.
    case integer
    /// An integer with a minus sign; `number` is its magnitude.
    case negativeInteger
    /// Any other number; `number` is the bit pattern of a `Double`, or of a NaN if its text has to be converted.
    case decimal
    case object, array, `true`, `false`, null
  }

  /// The opening quote of the member's name.
  var member: UnsafePointer<UInt8>
  var start: UnsafePointer<UInt8>
  var end: UnsafePointer<UInt8>
  /// The end of the value, after a closing quote.
  var memberEnd: UnsafePointer<UInt8>
  /// See ``Shape``; for `handles`, the outcomes, plus 256 if it has any other element.
  var number: UInt64
  var shape: Shape

  @inline(__always)
  var isText: Bool { shape == .text || shape == .escapedText }
}
