// Events to NDJSON: one line each, members always in the same order, so that the same events give the same bytes.
//
// Owns the writing half of docs/event-log.md. Refuses to do I/O: bytes go to the caller's buffer.

/// Writes the lines of a log.
///
/// Not thread-safe. About 0.3 µs an event.
public struct LogEncoder: Sendable {
  private let texts: TextTable

  /// Creates an encoder.
  ///
  /// - Parameter texts: The words of the events it will be given.
  public init(texts: TextTable) { self.texts = texts }

  /// Appends the log's first line, newline included.
  public func encode(_ header: LogHeader, into bytes: inout [UInt8]) {
    bytes.put("{\"schema\":\"")
    bytes.put(LogHeader.schema)
    bytes.put("\",\"version\":")
    bytes.put(UInt64(max(0, header.version)))
    bytes.put(",\"unit\":\"ns\",\"started\":")
    bytes.putQuoted(header.started)
    bytes.put(",\"program\":")
    bytes.putQuoted(header.program)
    bytes.put(",\"pid\":")
    bytes.put(Int64(header.pid))
    bytes.put(",\"sourceRoot\":")
    bytes.putQuoted(header.sourceRoot)
    bytes.put(",\"values\":\"")
    bytes.put(header.values.rawValue)
    bytes.put("\",\"seed\":")
    if let seed = header.seed { bytes.put(seed) } else { bytes.put("null") }
    close(extra: header.extra, &bytes)
  }

  /// Appends one event's line, newline included.
  ///
  /// An event of kind ``EventKind/unknown`` is written as it was read.
  public func encode(_ event: Event, into bytes: inout [UInt8]) {
    if event.kind == .unknown, let line = texts[event.text] {
      bytes.put(line)
      return bytes.put("\n")
    }
    bytes.put("{\"seq\":")
    bytes.put(event.sequence)
    bytes.put(",\"t\":")
    bytes.put(event.time)
    bytes.put(",\"ev\":\"")
    bytes.put(event.kind.logName)
    bytes.put("\"")
    put(",\"p\":", id: event.promise, &bytes)
    put(",\"ctx\":", id: event.context, &bytes)
    encodeFields(of: event, &bytes)
    close(extra: event.extra == .none ? "" : texts[event.extra] ?? "", &bytes)
  }

  private func encodeFields(of event: Event, _ bytes: inout [UInt8]) {
    switch event.kind {
    case .created:
      put(",\"kind\":", event.operation, &bytes)
      put(",\"from\":", id: event.peer, &bytes)
      put(",\"label\":", event.text, &bytes)
      if event.site.line > 0, !carriesSite(event) { put(event.site, &bytes) }
      put(",\"queue\":", event.queue, &bytes)
    case .named: put(",\"label\":", event.text, &bytes)
    case .registered:
      put(",\"by\":", id: event.peer, &bytes)
      bytes.put(",\"handles\":[")
      if event.handles.contains(.fulfilled) { bytes.put("\"fulfilled\"") }
      if event.handles == [.fulfilled, .rejected] { bytes.put(",") }
      if event.handles.contains(.rejected) { bytes.put("\"rejected\"") }
      bytes.put("]")
    case .enqueued: put(",\"queue\":", event.queue, &bytes)
    case .started, .finished:
      put(",\"queue\":", event.queue, &bytes)
      put(",\"thread\":", event.thread, &bytes)
      put(",\"outcome\":", event.outcome?.logName, &bytes)
    case .adopted: put(",\"source\":", id: event.peer, &bytes)
    case .progressed:
      if event.fraction >= 0, event.fraction.isFinite {
        bytes.put(",\"fraction\":")
        bytes.put(Self.shortest(event.fraction))
      }
      put(",\"stage\":", event.text, &bytes)
    case .fulfilled:
      put(",\"value\":", event.text, &bytes)
      put(",\"cause\":", event.cause?.logName, &bytes)
      put(",\"via\":", id: event.peer, &bytes)
    case .rejected:
      put(",\"error\":", event.text, &bytes)
      put(",\"type\":", event.type, &bytes)
      put(",\"cause\":", event.cause?.logName, &bytes)
      put(",\"via\":", id: event.peer, &bytes)
      bytes.put(event.isCancelled ? ",\"cancelled\":true" : ",\"cancelled\":false")
    case .ignored: put(",\"attempt\":", event.attempt?.logName, &bytes)
    case .cancelRequested, .handled: put(",\"by\":", id: event.peer, &bytes)
    case .released: put(",\"state\":", event.state?.logName, &bytes)
    case .noted: put(",\"text\":", event.text, &bytes)
    case .lost:
      bytes.put(",\"count\":")
      bytes.put(event.count)
    case .paused, .resumed, .unhandled, .ended, .unknown: break
    }
  }

  // MARK: Members

  private func put(_ key: StaticString, id: PromiseID, _ bytes: inout [UInt8]) {
    guard id != 0 else { return }
    bytes.put(key)
    bytes.put(id)
  }

  private func put(_ key: StaticString, _ text: TextID, _ bytes: inout [UInt8]) {
    guard text != .none, let text = texts[text] else { return }
    bytes.put(key)
    bytes.putQuoted(text)
  }

  private func put(_ key: StaticString, _ name: StaticString?, _ bytes: inout [UInt8]) {
    guard let name else { return }
    bytes.put(key)
    bytes.put("\"")
    bytes.put(name)
    bytes.put("\"")
  }

  private func put(_ site: Site, _ bytes: inout [UInt8]) {
    bytes.put(",\"site\":{\"file\":")
    bytes.putQuoted(texts[site.file] ?? "")
    bytes.put(",\"line\":")
    bytes.put(UInt64(site.line))
    put(",\"function\":", site.function, &bytes)
    bytes.put("}")
  }

  /// Whether the site stands, with more in it than this version knows, among the members carried through.
  private func carriesSite(_ event: Event) -> Bool {
    guard event.extra != .none, let extra = texts[event.extra] else { return false }
    return extra.hasPrefix("\"site\":") || extra.contains(",\"site\":")
  }

  private func close(extra: String, _ bytes: inout [UInt8]) {
    if !extra.isEmpty {
      bytes.put(",")
      bytes.put(extra)
    }
    bytes.put("}\n")
  }

  /// The shortest digits that give the same number; whole numbers without a fraction.
  private static func shortest(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
