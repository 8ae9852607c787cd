// From a ring's words to an event: pointers become text, tracer prefixes are taken off.

struct EventDecoder {
  private let texts: TextTable
  private var statics: [UInt64: TextID] = [:]
  private var symbols: [UInt32: TextID] = [:]
  private let overwritten: TextID

  init(texts: TextTable) {
    self.texts = texts
    overwritten = texts.internForEver("(overwritten)")
  }

  /// Decodes an event copied from `chunk`; its time and sequence are the caller's to give.
  mutating func decode(_ raw: RawEvent, chunk: EventChunk) -> Event {
    var event = Event(raw.kind, raw.words.2 & Tracer.idMask)
    event.peer = raw.words.3 & Tracer.idMask
    event.context = raw.words.4 & Tracer.idMask
    switch raw.kind {
    case .created:
      event.operation = text(atAddress: raw.words.7)
      event.site = Site(
        file: text(atAddress: raw.words.5 & RawEvent.pointerMask), line: raw.line,
        function: text(atAddress: raw.words.6 & RawEvent.pointerMask))
    case .registered:
      event.handles = HandledSides(rawValue: raw.detail)
    case .enqueued:
      event.queue = symbol(raw.auxiliary)
    case .started, .finished:
      event.queue = symbol(raw.auxiliary)
      event.thread = symbol(UInt32(truncatingIfNeeded: raw.words.6))
      event.outcome = BodyOutcome(rawValue: raw.detail)
    case .progressed:
      event.fraction = Double(Float(bitPattern: raw.auxiliary))
      event.text = readText(raw.words.7, chunk).text
    case .fulfilled:
      event.cause = SettlementCause(rawValue: raw.detail)
      event.text = readText(raw.words.7, chunk).text
    case .rejected:
      event.cause = SettlementCause(rawValue: raw.detail)
      event.isCancelled = raw.flags & 1 != 0
      (event.text, event.type) = readText(raw.words.7, chunk)
    case .ignored:
      event.attempt = SettlementAttempt(rawValue: raw.detail)
    case .released:
      event.state = PromiseState(rawValue: raw.detail)
    case .named, .noted:
      event.text = readText(raw.words.7, chunk).text
    case .lost:
      event.count = raw.words.3
      event.peer = 0
    case .adopted, .cancelRequested, .handled, .unhandled, .paused, .resumed, .ended, .unknown:
      break
    }
    return event
  }

  private mutating func text(atAddress address: UInt64) -> TextID {
    if let known = statics[address] { return known }
    // The address is that of a string literal of this process: it lives as long as the process and ends with a NUL byte.
    guard let pointer = UnsafePointer<UInt8>(bitPattern: UInt(address)) else { return .none }
    let id = texts.internForEver(String(cString: pointer))
    statics[address] = id
    return id
  }

  private mutating func symbol(_ number: UInt32) -> TextID {
    if let known = symbols[number] { return known }
    guard let name = Symbols.name(of: number) else { return .none }
    let id = texts.internForEver(name)
    symbols[number] = id
    return id
  }

  private func readText(_ word: UInt64, _ chunk: EventChunk) -> (text: TextID, type: TextID) {
    guard let range = TextRange(word: word) else { return (.none, .none) }
    let length = max(0, range.length)
    guard let bytes = chunk.readText(at: range.position, count: length + range.secondLength) else {
      return (overwritten, .none)
    }
    let text = range.length < 0 ? .none : texts.intern(String(decoding: bytes[..<length], as: UTF8.self))
    guard range.secondLength > 0 else { return (text, .none) }
    return (text, texts.intern(String(decoding: bytes[length...], as: UTF8.self)))
  }
}
