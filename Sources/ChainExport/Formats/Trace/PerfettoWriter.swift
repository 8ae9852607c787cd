// The packets of a Perfetto trace. Owns the numbers of their fields. `PerfettoExport` decides what they say.
//
// Source: protos/perfetto/trace in Perfetto's repository: trace_packet.proto, track_event.proto, track_descriptor.proto,
// debug_annotation.proto, interned_data.proto.

import PlainText
import PromiseTrace

/// The names of arguments, which each packet refers to by number.
enum PerfettoArgument: UInt64, CaseIterable {
  case promise = 1
  case chain, state, operation, file, line, function
  case waiting = 8
  case queued, own, cause, value, error, type, handled, origin, from, adopts, inside, findings
  case severity = 21
  case occurrences, sentence, count, damaged, cut, program, started, pid, events, lost, evicted, ended

  /// The name in a query, after `debug.`.
  var name: String {
    switch self {
    case .waiting: "waiting_ns"
    case .queued: "queued_ns"
    case .own: "own_ns"
    default: "\(self)"
    }
  }
}

/// Writes packets.
struct PerfettoWriter {
  /// The types of track events.
  enum EventType: UInt64 {
    case begin = 1
    case end, instant
  }

  private static let sequence: UInt64 = 1
  let texts: TextTable
  private var packet: [UInt8] = []
  private var message: [UInt8] = []
  private var argument: [UInt8] = []

  init(texts: TextTable) { self.texts = texts }

  /// Writes the first packet, which has the names of the arguments.
  mutating func start(into bytes: inout [UInt8]) {
    message.removeAll(keepingCapacity: true)
    for name in PerfettoArgument.allCases {
      argument.removeAll(keepingCapacity: true)
      argument.append(field: 1, name.rawValue)
      argument.append(field: 2, name.name)
      message.append(field: 3, bytes: argument)
    }
    packet.removeAll(keepingCapacity: true)
    packet.append(field: 10, Self.sequence)
    packet.append(field: 12, bytes: message)
    // What was interned before is cleared, and this packet needs it.
    packet.append(field: 13, 3)
    bytes.append(field: 1, bytes: packet)
  }

  /// Writes a track.
  mutating func track(_ id: UInt64, _ name: String, parent: UInt64, rank: Int?, into bytes: inout [UInt8]) {
    message.removeAll(keepingCapacity: true)
    message.append(field: 1, id)
    message.append(field: 2, Escaping.line(name))
    if parent != 0 { message.append(field: 5, parent) }
    if let rank {
      // The children are in the order of their ranks.
      message.append(field: 11, 3)
      message.append(field: 12, UInt64(rank))
    }
    packet.removeAll(keepingCapacity: true)
    packet.append(field: 10, Self.sequence)
    packet.append(field: 60, bytes: message)
    bytes.append(field: 1, bytes: packet)
  }

  /// Writes an event.
  ///
  /// - Parameters:
  ///   - type: Its type.
  ///   - time: When, in nanoseconds.
  ///   - track: Its track.
  ///   - bytes: Receives the packet.
  ///   - content: Adds the other fields.
  mutating func event(
    _ type: EventType, at time: Int64, on track: UInt64, into bytes: inout [UInt8],
    _ content: (inout PerfettoEvent) -> Void = { _ in }
  ) {
    var event = PerfettoEvent(texts: texts, bytes: message, argument: argument)
    (message, argument) = ([], [])
    event.bytes.removeAll(keepingCapacity: true)
    event.bytes.append(field: 9, type.rawValue)
    event.bytes.append(field: 11, track)
    content(&event)
    packet.removeAll(keepingCapacity: true)
    packet.append(field: 8, UInt64(max(0, time)))
    packet.append(field: 10, Self.sequence)
    packet.append(field: 11, bytes: event.bytes)
    packet.append(field: 13, 2)
    bytes.append(field: 1, bytes: packet)
    (message, argument) = (event.bytes, event.argument)
    event.bytes = []
  }
}

/// The fields of a track event besides type, time, and track.
struct PerfettoEvent {
  let texts: TextTable
  fileprivate var bytes: [UInt8]
  fileprivate var argument: [UInt8]

  mutating func category(_ text: String) { bytes.append(field: 22, text) }

  mutating func name(_ text: String) { bytes.append(field: 23, Escaping.line(text)) }

  /// An arrow that starts here.
  mutating func flow(from number: Int) { bytes.append(field: 47, fixed: UInt64(number)) }

  /// An arrow that ends here.
  mutating func flow(to number: Int) { bytes.append(field: 48, fixed: UInt64(number)) }

  mutating func argument(_ name: PerfettoArgument, _ number: Int64) {
    start(name)
    argument.append(field: 4, UInt64(bitPattern: number))
    finish()
  }

  mutating func argument(_ name: PerfettoArgument, id: PromiseID) {
    guard id != 0 else { return }
    start(name)
    argument.append(field: 3, id)
    finish()
  }

  mutating func argument(_ name: PerfettoArgument, _ isSet: Bool) {
    start(name)
    argument.append(field: 2, isSet ? 1 : 0)
    finish()
  }

  mutating func argument(_ name: PerfettoArgument, _ text: String) {
    start(name)
    argument.append(field: 6, Escaping.line(text))
    finish()
  }

  mutating func argument(_ name: PerfettoArgument, _ id: TextID) {
    guard id != .none, let text = texts[id] else { return }
    argument(name, text)
  }

  private mutating func start(_ name: PerfettoArgument) {
    argument.removeAll(keepingCapacity: true)
    argument.append(field: 1, name.rawValue)
  }

  private mutating func finish() { bytes.append(field: 4, bytes: argument) }
}
