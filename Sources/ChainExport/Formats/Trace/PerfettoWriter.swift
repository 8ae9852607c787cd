// The packets of a Perfetto trace. Owns the numbers of their fields. `PerfettoExport` decides what they say.
//
// Source: protos/perfetto/trace in Perfetto's repository: trace_packet.proto, track_event.proto, track_descriptor.proto,
// debug_annotation.proto, interned_data.proto.

import PromiseTrace

/// The names of arguments, which each packet refers to by number.
enum PerfettoArgument: UInt64, CaseIterable {
  case promise = 1
  case chain, state, operation, file, line, function
  case waiting = 8
  case queued, own, cause, value, error, type, handled, origin, from, adopts, inside, findings
  case severity = 21
  case occurrences, sentence, count, damaged, cut, program, started, pid, events, lost, evicted, ended, awaits
  case settledAt

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

struct PerfettoWriter {
  /// The types of track events.
  enum EventType: UInt64 {
    case begin = 1
    case end, instant
  }

  private static let sequence: UInt64 = 1
  let bytes: ExportBytes

  init(_ bytes: ExportBytes) { self.bytes = bytes }

  /// Writes the first packet, which has the names of the arguments.
  func start() {
    bytes.append(field: 1) {
      bytes.append(field: 10, Self.sequence)
      bytes.append(field: 12) {
        for name in PerfettoArgument.allCases {
          bytes.append(field: 3) {
            bytes.append(field: 1, name.rawValue)
            bytes.append(field: 2) { bytes.append(text: name.name) }
          }
        }
      }
      // What was interned before is cleared, and this packet needs it.
      bytes.append(field: 13, 3)
    }
  }

  func track(_ id: UInt64, parent: UInt64, rank: Int?, _ name: () -> Void) {
    bytes.append(field: 1) {
      bytes.append(field: 10, Self.sequence)
      bytes.append(field: 60) {
        bytes.append(field: 1, id)
        bytes.append(field: 2) { name() }
        if parent != 0 { bytes.append(field: 5, parent) }
        if let rank {
          // The children are in the order of their ranks.
          bytes.append(field: 11, 3)
          bytes.append(field: 12, UInt64(rank))
        }
      }
    }
  }

  @inline(__always)
  func event(
    _ type: EventType, at time: Int64, on track: UInt64, _ content: (PerfettoEvent) -> Void = { _ in }
  ) {
    bytes.append(field: 1) {
      bytes.append(field: 8, UInt64(max(0, time)))
      bytes.append(field: 10, Self.sequence)
      bytes.append(field: 11) {
        bytes.append(field: 9, type.rawValue)
        bytes.append(field: 11, track)
        content(PerfettoEvent(bytes: bytes))
      }
      bytes.append(field: 13, 2)
    }
  }
}

/// The fields of a track event besides type, time, and track.
struct PerfettoEvent {
  fileprivate let bytes: ExportBytes

  func category(_ text: StaticString) { bytes.append(field: 22) { bytes.append(text) } }

  /// Adds the name that a closure writes.
  func name(_ write: () -> Void) { bytes.append(field: 23) { write() } }

  func name(_ text: String) { bytes.append(field: 23) { bytes.append(line: text) } }

  /// An arrow that starts here.
  func flow(from number: Int) { bytes.append(field: 47, fixed: UInt64(number)) }

  /// An arrow that ends here.
  func flow(to number: Int) { bytes.append(field: 48, fixed: UInt64(number)) }

  func argument(_ name: PerfettoArgument, _ number: Int64) {
    add(name) { bytes.append(field: 4, UInt64(bitPattern: number)) }
  }

  func argument(_ name: PerfettoArgument, id: PromiseID) {
    guard id != 0 else { return }
    add(name) { bytes.append(field: 3, id) }
  }

  func argument(_ name: PerfettoArgument, _ isSet: Bool) {
    add(name) { bytes.append(field: 2, isSet ? 1 : 0) }
  }

  func argument(_ name: PerfettoArgument, _ text: String) {
    add(name) {
      bytes.append(field: 6) { bytes.append(line: text) }
    }
  }

  func argument(_ name: PerfettoArgument, _ id: TextID) {
    guard id != .none else { return }
    bytes.texts.withBytes(id) { text in
      add(name) {
        bytes.append(field: 6) { bytes.append(line: text) }
      }
    }
  }

  @inline(__always)
  private func add(_ name: PerfettoArgument, _ value: () -> Void) {
    bytes.append(field: 4) {
      bytes.append(field: 1, name.rawValue)
      value()
    }
  }
}
