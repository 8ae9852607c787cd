// Events to NDJSON: one line each, members always in the same order, so that the same events give the same bytes.
//
// A line is written through a pointer into a buffer that has room for every member but its texts; each text makes sure of its
// own. The finished line is appended to the caller's bytes in one piece. Owns the writing half of docs/event-log.md. Refuses to do
// I/O.

/// Writes the lines of a log.
///
/// Not thread-safe: one thread at a time may use an encoder and its copies. About 0.1 µs an event.
public struct LogEncoder: @unchecked Sendable {
  /// Room for all members of an event, remembered texts included.
  private static let room = 2_048
  static let siteMember: StaticString = "\"site\":"

  let texts: TextTable
  private let quotes: LogQuotes
  private let buffer = LogBuffer(capacity: 2 * LogEncoder.room)

  /// Creates an encoder.
  ///
  /// - Parameter texts: The words of the events it will be given.
  public init(texts: TextTable) {
    self.texts = texts
    quotes = LogQuotes(texts)
  }

  /// Appends one event's line, newline included.
  ///
  /// An event of kind ``EventKind/unknown`` is written as it was read, but for what could steer a terminal.
  public func encode(_ event: Event, into bytes: inout [UInt8]) {
    var place = buffer.start
    if event.kind == .unknown {
      put(json: event.text, &place)
    } else {
      place.put("{\"seq\":")
      place.put(decimal: event.sequence)
      place.put(",\"t\":")
      place.put(decimal: event.time)
      place.put(",\"ev\":\"")
      place.put(event.kind.logName)
      place.put("\"")
      put(",\"p\":", event.promise, &place)
      put(",\"ctx\":", event.context, &place)
      putFields(of: event, &place)
      if event.extra != .none {
        place.put(",")
        put(json: event.extra, &place)
      }
      place.put("}")
    }
    place.put("\n")
    bytes.append(contentsOf: UnsafeBufferPointer(start: buffer.start, count: place - buffer.start))
  }

  @inline(__always)
  private func putFields(of event: Event, _ place: inout UnsafeMutablePointer<UInt8>) {
    switch event.kind {
    case .created:
      put(",\"kind\":", event.operation, &place)
      put(",\"from\":", event.peer, &place)
      put(",\"label\":", event.text, &place)
      if event.site.line > 0, !carriesSite(event) { put(event.site, &place) }
      put(",\"queue\":", event.queue, &place)
    case .named: put(",\"label\":", event.text, &place)
    case .registered:
      put(",\"by\":", event.peer, &place)
      switch event.handles {
      case []: place.put(",\"handles\":[]")
      case .fulfilled: place.put(",\"handles\":[\"fulfilled\"]")
      case .rejected: place.put(",\"handles\":[\"rejected\"]")
      default: place.put(",\"handles\":[\"fulfilled\",\"rejected\"]")
      }
    case .enqueued: put(",\"queue\":", event.queue, &place)
    case .started, .finished:
      put(",\"queue\":", event.queue, &place)
      put(",\"thread\":", event.thread, &place)
      put(",\"outcome\":\"", event.outcome?.logName, &place)
    case .adopted: put(",\"source\":", event.peer, &place)
    case .progressed:
      if event.fraction >= 0, event.fraction.isFinite { putFraction(event.fraction, &place) }
      put(",\"stage\":", event.text, &place)
    case .fulfilled:
      put(",\"value\":", event.text, &place)
      put(",\"cause\":\"", event.cause?.logName, &place)
      put(",\"via\":", event.peer, &place)
    case .rejected:
      put(",\"error\":", event.text, &place)
      put(",\"type\":", event.type, &place)
      put(",\"cause\":\"", event.cause?.logName, &place)
      put(",\"via\":", event.peer, &place)
      if event.isCancelled { place.put(",\"cancelled\":true") } else { place.put(",\"cancelled\":false") }
    case .ignored: put(",\"attempt\":\"", event.attempt?.logName, &place)
    case .cancelRequested, .handled: put(",\"by\":", event.peer, &place)
    case .released: put(",\"state\":\"", event.state?.logName, &place)
    case .noted: put(",\"text\":", event.text, &place)
    case .lost:
      place.put(",\"count\":")
      place.put(decimal: event.count)
      if event.isDamage { place.put(",\"damaged\":true") }
    case .paused, .resumed, .unhandled, .ended, .unknown: break
    }
  }

  // MARK: Members

  @inline(__always)
  private func put(_ key: StaticString, _ id: PromiseID, _ place: inout UnsafeMutablePointer<UInt8>) {
    guard id != 0 else { return }
    place.put(key)
    place.put(decimal: id)
  }

  /// The key ends with the opening quote.
  @inline(__always)
  private func put(_ key: StaticString, _ name: StaticString?, _ place: inout UnsafeMutablePointer<UInt8>) {
    guard let name else { return }
    place.put(key)
    place.put(name)
    place.put("\"")
  }

  @inline(__always)
  private func put(_ key: StaticString, _ text: TextID, _ place: inout UnsafeMutablePointer<UInt8>) {
    guard text != .none else { return }
    let start = place
    place.put(key)
    if !quotes.put(text, &place), !putNew(text, &place) { place = start }
  }

  private func put(_ site: Site, _ place: inout UnsafeMutablePointer<UInt8>) {
    place.put(",\"site\":{\"file\":")
    if !quotes.put(site.file, &place), !putNew(site.file, &place) { place.put("\"\"") }
    place.put(",\"line\":")
    place.put(decimal: UInt64(site.line))
    put(",\"function\":", site.function, &place)
    place.put("}")
  }

  /// Writes a text that is not remembered; returns whether there is one.
  @inline(never)
  private func putNew(_ text: TextID, _ place: inout UnsafeMutablePointer<UInt8>) -> Bool {
    let written = place - buffer.start
    guard let end = quotes.fill(text, { room(for: $0, behind: written) }) else {
      place = buffer.start + written
      return false
    }
    place = end
    return true
  }

  /// Writes JSON that is carried through.
  @inline(never)
  private func put(json text: TextID, _ place: inout UnsafeMutablePointer<UInt8>) {
    let written = place - buffer.start
    var end = buffer.start + written
    texts.withBytes(text) { text in
      end = room(for: text.count * LogQuoting.growth, behind: written)
      LogQuoting.put(escaped: text, isJSON: true, &end)
    }
    place = end
  }

  /// The address to write `count` bytes to, with room for the members behind them.
  private func room(for count: Int, behind written: Int) -> UnsafeMutablePointer<UInt8> {
    buffer.reserve(written + count + Self.room, keeping: written)
    return buffer.start + written
  }

  /// Whether the site stands, with more in it than this version knows, first among the members carried through.
  @inline(__always)
  private func carriesSite(_ event: Event) -> Bool {
    guard event.extra != .none else { return false }
    var result = false
    texts.withBytes(event.extra) { result = $0.starts(with: Self.siteMember.bytes) }
    return result
  }

  /// The shortest digits that give the same number; whole numbers without a fraction.
  @inline(never)
  private func putFraction(_ fraction: Double, _ place: inout UnsafeMutablePointer<UInt8>) {
    place.put(",\"fraction\":")
    var text = fraction.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    text.withUTF8 { if let base = $0.baseAddress { place.put(base, count: $0.count) } }
  }
}
