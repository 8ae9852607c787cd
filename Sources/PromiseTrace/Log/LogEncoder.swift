// Encoding of events as NDJSON: one line each, with the members always in the same order, so that equal events give equal bytes.
//
// A line is written through a pointer into a buffer that has room for all members except texts; each text reserves its own room. The
// finished line is appended to the caller's bytes at once. Owns the writing half of docs/event-log.md. Does no I/O.

import PlainText

/// Encodes the lines of a log.
///
/// Not thread-safe: one thread at a time may use an encoder and its copies. Encoding an event takes about 0.1 µs.
public struct LogEncoder: @unchecked Sendable {
  /// The maximum size of an event's members with cached texts, in bytes.
  private static let room = 2_048
  package static let siteMember: StaticString = "\"site\":"
  package static let handlesMember: StaticString = "\"handles\":"

  let texts: TextTable
  private let quotes: LogQuotes
  private let buffer = LogBuffer(capacity: 2 * LogEncoder.room)

  /// Creates an encoder.
  ///
  /// - Parameter texts: The texts of the events to encode.
  public init(texts: TextTable) {
    self.texts = texts
    quotes = LogQuotes(texts)
  }

  /// Appends an event's line, including the newline.
  ///
  /// An event of kind ``EventKind/unknown`` is written as it was read, except that characters that could control a terminal are escaped.
  ///
  /// - Parameters:
  ///   - event: An event of the encoder's table of texts.
  ///   - bytes: Receives the line, in UTF-8.
  public func encode(_ event: Event, into bytes: inout [UInt8]) {
    var cursor = buffer.start
    if event.kind == .unknown {
      put(json: event.text, &cursor)
    } else {
      cursor.put("{\"seq\":")
      cursor.put(decimal: event.sequence)
      cursor.put(",\"t\":")
      cursor.put(decimal: event.time)
      cursor.put(",\"ev\":\"")
      cursor.put(event.kind.logName)
      cursor.put("\"")
      put(",\"p\":", event.promise, &cursor)
      put(",\"ctx\":", event.context, &cursor)
      putFields(of: event, &cursor)
      if event.extra != .none {
        cursor.put(",")
        put(json: event.extra, &cursor)
      }
      cursor.put("}")
    }
    cursor.put("\n")
    bytes.append(contentsOf: UnsafeBufferPointer(start: buffer.start, count: cursor - buffer.start))
  }

  @inline(__always)
  private func putFields(of event: Event, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    switch event.kind {
    case .created:
      put(",\"kind\":", event.operation, &cursor)
      put(",\"from\":", event.peer, &cursor)
      put(",\"label\":", event.text, &cursor)
      putSite(of: event, &cursor)
      put(",\"callers\":", event.callers, &cursor)
      put(",\"queue\":", event.queue, &cursor)
      put(",\"timer\":", event.timer, &cursor)
      if event.isDetached { cursor.put(",\"detached\":true") }
      if event.isUnknownStart { cursor.put(",\"unknownStart\":true") }
    case .named: put(",\"label\":", event.text, &cursor)
    case .registered:
      put(",\"by\":", event.peer, &cursor)
      switch event.handles {
      case _ where event.handles.contains(.unknown) || carries(Self.handlesMember, event): break
      case []: cursor.put(",\"handles\":[]")
      case .fulfilled: cursor.put(",\"handles\":[\"fulfilled\"]")
      case .rejected: cursor.put(",\"handles\":[\"rejected\"]")
      default: cursor.put(",\"handles\":[\"fulfilled\",\"rejected\"]")
      }
      putTakesError(of: event, &cursor)
      putSite(of: event, &cursor)
      put(",\"task\":", event.task, &cursor)
    case .enqueued: put(",\"queue\":", event.queue, &cursor)
    case .started, .finished:
      put(",\"queue\":", event.queue, &cursor)
      put(",\"thread\":", event.thread, &cursor)
      put(",\"outcome\":\"", event.outcome?.logName, &cursor)
      put(",\"cpu\":", event.processorTime, &cursor)
    case .awaiting:
      put(",\"source\":", event.peer, &cursor)
      putSite(of: event, &cursor)
      putTakesError(of: event, &cursor)
      put(",\"loop\":\"", event.loop?.logName, &cursor)
      put(",\"cpu\":", event.processorTime, &cursor)
    case .adopted:
      put(",\"source\":", event.peer, &cursor)
      putSite(of: event, &cursor)
    case .progressed:
      if event.fraction >= 0, event.fraction.isFinite { putFraction(event.fraction, &cursor) }
      put(",\"stage\":", event.text, &cursor)
    case .fulfilled:
      put(",\"value\":", event.text, &cursor)
      put(",\"cause\":\"", event.cause?.logName, &cursor)
      put(",\"via\":", event.peer, &cursor)
      putSite(of: event, &cursor)
    case .rejected:
      put(",\"error\":", event.text, &cursor)
      put(",\"type\":", event.type, &cursor)
      put(",\"cause\":\"", event.cause?.logName, &cursor)
      put(",\"via\":", event.peer, &cursor)
      if event.isCancelled { cursor.put(",\"cancelled\":true") } else { cursor.put(",\"cancelled\":false") }
      putSite(of: event, &cursor)
    case .ignored:
      put(",\"attempt\":\"", event.attempt?.logName, &cursor)
      putSite(of: event, &cursor)
    case .cancelRequested, .handled:
      put(",\"by\":", event.peer, &cursor)
      putTakesError(of: event, &cursor)
      putSite(of: event, &cursor)
    case .released: put(",\"state\":\"", event.state?.logName, &cursor)
    case .held:
      put(",\"by\":", event.peer, &cursor)
      put(",\"text\":", event.text, &cursor)
    case .called:
      putSite(of: event, &cursor)
      put(",\"instead\":", event.instead, &cursor)
    case .noted:
      put(",\"text\":", event.text, &cursor)
      putSite(of: event, &cursor)
    case .lost:
      cursor.put(",\"count\":")
      cursor.put(decimal: event.count)
      if event.isDamage { cursor.put(",\"damaged\":true") }
    case .ended:
      put(",\"reason\":\"", event.reason?.logName, &cursor)
      put(",\"signal\":", event.text, &cursor)
      putNumber(",\"code\":", event.exitCode, &cursor)
    case .alive:
      putNumber(",\"memory\":", event.memory, &cursor)
      putNumber(",\"cpu\":", event.programTime, &cursor)
    case .continued, .paused, .resumed, .unhandled, .unknown: break
    }
  }

  // MARK: Members

  @inline(__always)
  private func put(_ key: StaticString, _ id: PromiseID, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    guard id != 0 else { return }
    cursor.put(key)
    cursor.put(decimal: id)
  }

  /// Writes a number that may be 0.
  private func putNumber(_ key: StaticString, _ number: UInt64?, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    guard let number else { return }
    cursor.put(key)
    cursor.put(decimal: number)
  }

  /// Writes a word; `key` ends with the opening quote.
  @inline(__always)
  private func put(_ key: StaticString, _ name: StaticString?, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    guard let name else { return }
    cursor.put(key)
    cursor.put(name)
    cursor.put("\"")
  }

  @inline(__always)
  private func put(_ key: StaticString, _ text: TextID, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    guard text != .none else { return }
    let start = cursor
    cursor.put(key)
    if !quotes.put(text, &cursor), !putNew(text, &cursor) { cursor = start }
  }

  @inline(__always)
  private func putSite(of event: Event, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    if event.site.line > 0, !carries(Self.siteMember, event) { put(event.site, &cursor) }
  }

  private func putTakesError(of event: Event, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    guard let takesError = event.takesError else { return }
    if takesError { cursor.put(",\"takesError\":true") } else { cursor.put(",\"takesError\":false") }
  }

  private func put(_ site: Site, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    cursor.put(",\"site\":{\"file\":")
    let isUnknown = site.file == .none
    if isUnknown || !quotes.put(site.file, &cursor) && !putNew(site.file, &cursor) { cursor.put("\"\"") }
    cursor.put(",\"line\":")
    cursor.put(decimal: UInt64(site.line))
    put(",\"function\":", site.function, &cursor)
    cursor.put("}")
  }

  /// Writes a text that is not cached; returns whether the table has it.
  @inline(never)
  private func putNew(_ text: TextID, _ cursor: inout UnsafeMutablePointer<UInt8>) -> Bool {
    let written = cursor - buffer.start
    guard let end = quotes.fill(text, { room(for: $0, after: written) }) else {
      cursor = buffer.start + written
      return false
    }
    cursor = end
    return true
  }

  @inline(never)
  private func put(json text: TextID, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    let written = cursor - buffer.start
    var end = buffer.start + written
    texts.withBytes(text) { text in
      end = room(for: text.count &* LogQuoting.growth, after: written)
      LogQuoting.put(escaped: text, isJSON: true, &end)
    }
    cursor = end
  }

  /// Reserves room for `count` bytes and the members after them; returns the address to write to.
  private func room(for count: Int, after written: Int) -> UnsafeMutablePointer<UInt8> {
    buffer.reserve(written &+ count &+ Self.room, keeping: written)
    return buffer.start + written
  }

  /// Whether the preserved members start with a known one, because it has parts that this version does not know.
  @inline(__always)
  private func carries(_ member: StaticString, _ event: Event) -> Bool {
    guard event.extra != .none else { return false }
    var result = false
    texts.withBytes(event.extra) { result = $0.starts(with: member.bytes) }
    return result
  }

  /// Writes the shortest decimal that gives the same number, without `.0`.
  @inline(never)
  private func putFraction(_ fraction: Double, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    cursor.put(",\"fraction\":")
    var text = fraction.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    text.withBytes { if let base = $0.baseAddress { cursor.put(base, count: $0.count) } }
  }
}
