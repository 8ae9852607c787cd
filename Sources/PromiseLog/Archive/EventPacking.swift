// A compact encoding of events: an empty field takes one bit, and a value near that of the previous event takes one byte.
//
// Owns the layout, which exists only in memory. Decoding an encoded event gives an equal one.

import PromiseTrace

/// A sequence of encoded events, which can only be decoded from the start.
struct EventPacking: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The previous event, relative to which sequence, time and promise are encoded.
  private var former = Event(.unknown)

  private enum Field: Int {
    case sequence, time, promise, peer, context, fraction, count, text, operation, type, queue, thread, site, extra
    case words

    var bit: UInt64 { 1 << UInt64(rawValue) }
  }

  /// Releases spare capacity; call it after the last append.
  ///
  /// An array of a slice of all elements would share the memory instead.
  mutating func close() { bytes = bytes.withUnsafeBufferPointer { [UInt8]($0) } }

  /// Appends an event.
  ///
  /// Encodes into temporary memory first, because an array that checks its capacity for every byte took half of the time.
  mutating func append(_ event: Event) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) { space in
      let count = Self.pack(event, after: former, into: space)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: space[..<count]))
    }
    former = event
  }

  /// The maximum length: kind and mask, then 17 numbers of at most 10 bytes.
  private static let longest = 3 + 17 * 10

  private static func pack(_ event: Event, after former: Event, into space: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var mask: UInt64 = 0
    // The kind and the two bytes of the mask are stored at the end.
    var offset = 3
    func put(_ field: Field, _ value: UInt64) {
      guard value != 0 else { return }
      mask |= field.bit
      Self.put(value, space, &offset)
    }
    put(.sequence, fold(event.sequence &- former.sequence &- 1))
    put(.time, fold(UInt64(bitPattern: event.time &- former.time)))
    put(.promise, fold(event.promise &- former.promise))
    if event.peer != 0 {
      mask |= Field.peer.bit
      Self.put(fold(event.peer &- event.promise), space, &offset)
    }
    if event.context != 0 {
      mask |= Field.context.bit
      Self.put(fold(event.context &- event.promise), space, &offset)
    }
    put(.fraction, event.fraction.bitPattern ^ noFraction)
    put(.count, event.count)
    put(.text, UInt64(event.text.rawValue))
    put(.operation, UInt64(event.operation.rawValue))
    put(.type, UInt64(event.type.rawValue))
    put(.queue, UInt64(event.queue.rawValue))
    put(.thread, UInt64(event.thread.rawValue))
    if event.site != Site() {
      mask |= Field.site.bit
      Self.put(UInt64(event.site.file.rawValue), space, &offset)
      Self.put(UInt64(event.site.function.rawValue), space, &offset)
      Self.put(UInt64(event.site.line), space, &offset)
    }
    put(.extra, UInt64(event.extra.rawValue))
    put(.words, flags(of: event))
    space[0] = event.kind.rawValue
    space[1] = UInt8(truncatingIfNeeded: mask)
    space[2] = UInt8(truncatingIfNeeded: mask >> 8)
    return offset
  }

  private static let noFraction = (-1.0 as Double).bitPattern

  /// Decodes the events with the given indices.
  ///
  /// - Complexity: O(*n*) in the range's upper bound.
  func unpack(_ range: Range<Int>, into events: inout [Event]) {
    var former = Event(.unknown)
    bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      for index in 0..<range.upperBound {
        var event = Event(EventKind(rawValue: bytes[offset]) ?? .unknown)
        let mask = UInt64(bytes[offset + 1]) | UInt64(bytes[offset + 2]) << 8
        offset += 3
        func get(_ field: Field) -> UInt64 { mask & field.bit == 0 ? 0 : Self.get(bytes, &offset) }
        func text(_ field: Field) -> TextID { TextID(rawValue: UInt32(truncatingIfNeeded: get(field))) }
        event.sequence = former.sequence &+ 1 &+ Self.unfold(get(.sequence))
        event.time = former.time &+ Int64(bitPattern: Self.unfold(get(.time)))
        event.promise = former.promise &+ Self.unfold(get(.promise))
        if mask & Field.peer.bit != 0 { event.peer = event.promise &+ Self.unfold(Self.get(bytes, &offset)) }
        if mask & Field.context.bit != 0 { event.context = event.promise &+ Self.unfold(Self.get(bytes, &offset)) }
        event.fraction = Double(bitPattern: get(.fraction) ^ Self.noFraction)
        event.count = get(.count)
        event.text = text(.text)
        event.operation = text(.operation)
        event.type = text(.type)
        event.queue = text(.queue)
        event.thread = text(.thread)
        if mask & Field.site.bit != 0 {
          let file = TextID(rawValue: UInt32(truncatingIfNeeded: Self.get(bytes, &offset)))
          let function = TextID(rawValue: UInt32(truncatingIfNeeded: Self.get(bytes, &offset)))
          event.site = Site(
            file: file, line: UInt32(truncatingIfNeeded: Self.get(bytes, &offset)), function: function)
        }
        event.extra = text(.extra)
        Self.setFlags(get(.words), of: &event)
        if index >= range.lowerBound { events.append(event) }
        former = event
      }
    }
  }

  // MARK: Numbers

  /// Writes seven bits per byte, the lowest first (LEB128).
  @inline(__always)
  private static func put(_ value: UInt64, _ space: UnsafeMutableBufferPointer<UInt8>, _ offset: inout Int) {
    var rest = value
    while rest >= 0x80 {
      space[offset] = UInt8(truncatingIfNeeded: rest) | 0x80
      rest >>= 7
      offset += 1
    }
    space[offset] = UInt8(truncatingIfNeeded: rest)
    offset += 1
  }

  @inline(__always)
  private static func get(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  /// Maps small differences of either sign to small numbers (zigzag).
  private static func fold(_ value: UInt64) -> UInt64 {
    value << 1 ^ UInt64(bitPattern: Int64(bitPattern: value) >> 63)
  }

  private static func unfold(_ value: UInt64) -> UInt64 { value >> 1 ^ (0 &- (value & 1)) }

  /// The enumerations and flags, packed into one number.
  private static func flags(of event: Event) -> UInt64 {
    var words = UInt64(event.cause?.rawValue ?? 0) | UInt64(event.outcome?.rawValue ?? 0) << 4
    words |= UInt64(event.attempt?.rawValue ?? 0) << 8 | UInt64(event.state?.rawValue ?? 0) << 12
    words |= UInt64(event.handles.rawValue) << 16 | (event.isCancelled ? 1 << 24 : 0) | (event.isDamage ? 1 << 25 : 0)
    words |=
      (event.isUnknownStart ? 1 << 26 : 0) | UInt64(event.reason?.rawValue ?? 0) << 33 | UInt64(
        event.loop?.rawValue ?? 0) << 28
    words |= (event.isDetached ? 1 << 30 : 0) | (event.takesError.map { $0 ? 2 : 1 } ?? 0) << 31
    return words
  }

  private static func setFlags(_ words: UInt64, of event: inout Event) {
    guard words != 0 else { return }
    event.cause = SettlementCause(rawValue: UInt8(words & 15))
    event.outcome = BodyOutcome(rawValue: UInt8(words >> 4 & 15))
    event.attempt = SettlementAttempt(rawValue: UInt8(words >> 8 & 15))
    event.state = PromiseState(rawValue: UInt8(words >> 12 & 15))
    event.handles = HandledSides(rawValue: UInt8(words >> 16 & 0xFF))
    event.isCancelled = words >> 24 & 1 != 0
    event.isDamage = words >> 25 & 1 != 0
    event.isUnknownStart = words >> 26 & 1 != 0
    event.reason = EndReason(rawValue: UInt8(words >> 33 & 7))
    event.loop = LoopForm(rawValue: UInt8(words >> 28 & 3))
    event.isDetached = words >> 30 & 1 != 0
    let takesError = words >> 31 & 3
    if takesError != 0 { event.takesError = takesError == 2 }
  }
}
