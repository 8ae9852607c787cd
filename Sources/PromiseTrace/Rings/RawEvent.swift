// The event in a ring: one slot of eight words, 64 bytes, without references.
//
// Owns the layout of the words, and the rule which two events may share a slot. Its pointers are addresses of string literals, so only
// readers in the same process can decode it, and readers of the process's memory. Those rely on the layout, so a change to it increments the
// version in CPromiseRuntime/DebugLayout.c.

/// One slot of a ring: eight words that the emitting thread stores, and that any reader of the same process can decode.
///
/// | word | holds |
/// | --- | --- |
/// | 0 | clock ticks |
/// | 1 | kind (8 bits), detail (8), flags (2), the stamp's low bits (14), auxiliary (32: executor symbol, the bits of a Float, or with ``isSited`` a task) |
/// | 2, 3 | promise, peer |
/// | 4 | context (48), the stamp's high bits (16) |
/// | 5 | `created`, `awaiting`, `registered` with ``isSited``, settlements and attempts with ``isCalled``: file (48) and the line's low 16 bits |
/// | 5, 6 | settlements and attempts with ``isCalled`` whose call only the stack shows: ``SourceSite/stack``, and the number of the stack |
/// | 6 | as for 5: function (48) and the line's next 16 bits; `started`, `finished`: thread symbol; `noted` with ``hasAddresses``: function; `lost`: unused |
/// | 7 | `created`: operation's name (48) and the number of the stack (16); a fixed note's text; else a ``TextRange`` |
///
/// Two events between which no user code runs may share a slot and its clock reading: `created` and the `registered` of the promise that it
/// derives from, and `finished` and `fulfilled`. The flag ``isPair`` marks such a slot, and ``split`` returns both events.
///
/// The stamp is the number of such pairs in the ring before this slot, modulo 2³⁰. With it, a reader that missed a number of slots can tell
/// how many events were in them.
package struct RawEvent: BitwiseCopyable, Sendable {
  package typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
  package var words: Words = (0, 0, 0, 0, 0, 0, 0, 0)

  package init() {}

  @inline(__always)
  package init(
    ticks: UInt64, kind: EventKind, detail: UInt8 = 0, flags: UInt16 = 0, auxiliary: UInt32 = 0, promise: PromiseID,
    peer: PromiseID = 0, context: PromiseID = 0, site: (UInt64, UInt64) = (0, 0), text: UInt64 = 0
  ) {
    let head = RawEvent.head(kind, detail: detail, flags: flags, auxiliary: auxiliary)
    words = (ticks, head, promise, peer, context, site.0, site.1, text)
  }

  @inline(__always)
  static func head(_ kind: EventKind, detail: UInt8 = 0, flags: UInt16 = 0, auxiliary: UInt32 = 0) -> UInt64 {
    UInt64(kind.rawValue) | UInt64(detail) << 8 | UInt64(flags) << 16 | UInt64(auxiliary) << 32
  }

  /// The detail of a note with return addresses in place of a text, of which word 6 names the first called function.
  static let hasAddresses: UInt8 = 1
  /// The flag of a note whose text is the address of a string literal.
  static let isStatic: UInt16 = 1
  /// The flag of a `registered` with a call site; the words of others that would hold it are not written.
  static let isSited: UInt16 = 1
  /// The bit in the detail of a settlement, or of an attempt, with the call site of a resolver.
  static let isCalled: UInt8 = 0x80
  /// The flag of a slot that holds two events.
  static let isPair: UInt16 = 2

  /// Whether the slot holds two events.
  var isPair: Bool { flags & RawEvent.isPair != 0 }

  /// The two events of this slot; nil if it holds only one.
  var split: (first: RawEvent, second: RawEvent)? {
    guard isPair else { return nil }
    var (first, second) = (self, self)
    switch kind {
    case .created:
      first.words.1 = RawEvent.head(.created, auxiliary: auxiliary)
      second.words = (ticks, RawEvent.head(.registered, detail: detail), words.3, words.2, words.4, 0, 0, 0)
    case .finished:
      first.words.1 = RawEvent.head(.finished, detail: detail & 0xF, auxiliary: auxiliary)
      first.words.3 = 0
      second.words = (ticks, RawEvent.head(.fulfilled, detail: detail >> 4), words.2, words.3, words.4, 0, 0, 0)
    default: return nil
    }
    return (first, second)
  }

  // MARK: The stamp

  static let stampMask: UInt64 = (1 << 30) - 1

  /// Word 1 with the low bits of a stamp.
  @inline(__always)
  static func stamped(head: UInt64, _ pairs: UInt64) -> UInt64 { head | (pairs & 0x3FFF) << 18 }

  /// Word 4 with the high bits of a stamp, which replace the tracer's prefix.
  @inline(__always)
  static func stamped(context: UInt64, _ pairs: UInt64) -> UInt64 {
    context & 0xFFFF_FFFF_FFFF | (pairs >> 14) << 48
  }

  /// The number of pairs in the ring before this slot, modulo 2³⁰.
  var stamp: UInt64 { words.1 >> 18 & 0x3FFF | (words.4 >> 48) << 14 }

  package var ticks: UInt64 { words.0 }
  package var kind: EventKind { EventKind(rawValue: UInt8(truncatingIfNeeded: words.1)) ?? .unknown }
  package var detail: UInt8 { UInt8(truncatingIfNeeded: words.1 >> 8) }
  package var flags: UInt16 { UInt16(truncatingIfNeeded: words.1 >> 16) & 3 }
  package var auxiliary: UInt32 { UInt32(truncatingIfNeeded: words.1 >> 32) }
  package var line: UInt32 {
    UInt32(truncatingIfNeeded: words.5 >> 48) | UInt32(truncatingIfNeeded: words.6 >> 48) << 16
  }

  package static let pointerMask: UInt64 = 0xFFFF_FFFF_FFFF
}

/// The location of an event's text, and of the type name behind it, in its thread's text buffer.
///
/// Positions only grow.
package struct TextRange: Sendable {
  package static let positionMask: UInt64 = (1 << 40) - 1
  package static let maximumLength = 0xFFF

  package var position: UInt64
  /// Bytes of the text; -1 if there is only a type.
  package var length: Int
  package var secondLength: Int

  package init(position: UInt64, length: Int, secondLength: Int) {
    self.position = position
    self.length = length
    self.secondLength = secondLength
  }

  /// Decodes word 7; nil if the event has no text.
  ///
  /// An empty text has a range of length 0.
  package init?(word: UInt64) {
    guard word != 0 else { return nil }
    position = word & TextRange.positionMask
    length = Int(truncatingIfNeeded: word >> 40 & 0xFFF) &- 1
    secondLength = Int(truncatingIfNeeded: word >> 52 & 0xFFF)
  }

  /// The encoding for word 7; never 0, because the first length is stored plus one.
  package var encoded: UInt64 {
    let (first, second) = (UInt64(truncatingIfNeeded: length &+ 1), UInt64(truncatingIfNeeded: secondLength))
    return position & TextRange.positionMask | first << 40 | second << 52
  }
}
