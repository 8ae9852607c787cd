// Decoding of a slot's words to an event: addresses become text handles, and IDs lose their tracer's prefix.

import CPromiseRuntime

/// Decodes the slots of a process's rings.
struct EventDecoder {
  /// The number of texts that were overwritten before they could be read; their events have the text `(overwritten)`.
  private(set) var overwrittenTextCount: UInt64 = 0

  private var texts: TextTable
  private var statics = AddressCache()
  private var lines: [UInt64: TextID] = [:]
  private var symbols: [TextID] = []
  private var overwritten: TextID
  private var callPlaces = CallPlaces()

  init(texts: TextTable) {
    self.texts = texts
    overwritten = texts.internForever("(overwritten)")
  }

  mutating func renew(_ texts: TextTable) {
    let (count, places) = (overwrittenTextCount, callPlaces)
    self = EventDecoder(texts: texts)
    (overwrittenTextCount, callPlaces) = (count, places)
    callPlaces.forgetTexts()
  }

  /// Decodes a slot copied from `chunk`.
  ///
  /// The caller sets the event's time and sequence.
  mutating func decode(_ raw: RawEvent, chunk: EventChunk) -> Event {
    var event = Event(raw.kind, raw.words.2 & TracedID.mask)
    // The number of a promise of another tracer means nothing here.
    let isForeign = raw.words.3 >> 48 != 0 && raw.words.3 >> 48 != raw.words.2 >> 48
    event.peer = isForeign ? 0 : raw.words.3 & TracedID.mask
    event.context = raw.words.4 & TracedID.mask
    switch raw.kind {
    case .created:
      event.operation = text(atAddress: raw.words.7 & RawEvent.pointerMask)
      event.site = site(raw)
      event.callers = calls(UInt16(truncatingIfNeeded: raw.words.7 >> 48), event.site)
      if raw.auxiliary != 0 { event.timer = RawEvent.timer(encoded: raw.auxiliary) }
    case .registered:
      event.handles = HandledSides(rawValue: raw.detail)
      guard raw.flags & RawEvent.isSited != 0, !raw.isPair else { break }
      event.site = site(raw)
      event.task = UInt64(raw.auxiliary)
    case .awaiting:
      event.site = site(raw)
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
      takeSettlement(raw, into: &event)
      event.text = readText(raw.words.7, chunk).text
    case .rejected:
      takeSettlement(raw, into: &event)
      event.isCancelled = raw.flags & 1 != 0
      (event.text, event.type) = readText(raw.words.7, chunk)
    case .ignored:
      event.attempt = SettlementAttempt(rawValue: raw.detail & ~RawEvent.isCalled)
      if raw.detail & RawEvent.isCalled != 0 { event.site = site(raw) }
    case .released:
      event.state = PromiseState(rawValue: raw.detail)
    case .named:
      event.text = readText(raw.words.7, chunk).text
    case .noted:
      if raw.detail == RawEvent.hasAddresses {
        event.text = callers(raw, chunk)
        break
      }
      let isStatic = raw.flags & RawEvent.isStatic != 0
      event.text = isStatic ? line(atAddress: raw.words.7) : readText(raw.words.7, chunk).text
    case .lost:
      event.count = raw.words.3
      event.peer = 0
    case .adopted:
      if raw.detail & RawEvent.isCalled != 0 { event.site = site(raw) }
    case .continued, .cancelRequested, .handled, .unhandled, .paused, .resumed, .ended, .alive,
      .held, .called, .unknown:
      break
    }
    return event
  }

  private mutating func takeSettlement(_ raw: RawEvent, into event: inout Event) {
    event.cause = SettlementCause(rawValue: raw.detail & ~RawEvent.isCalled)
    if raw.detail & RawEvent.isCalled != 0 { event.site = site(raw) }
  }

  private mutating func site(_ raw: RawEvent) -> Site {
    if raw.words.5 == SourceSite.stack {
      let texts = texts
      return callPlaces.site(UInt16(truncatingIfNeeded: raw.words.6)) {
        Site(file: texts.internForever($0), line: $1, function: texts.internForever($2))
      }
    }
    return Site(
      file: text(atAddress: raw.words.5 & RawEvent.pointerMask), line: raw.line,
      function: text(atAddress: raw.words.6 & RawEvent.pointerMask))
  }

  private mutating func text(atAddress address: UInt64) -> TextID {
    if let known = statics[address] { return known }
    guard let text = EventDecoder.string(atAddress: address) else { return .none }
    let id = texts.internForever(text)
    statics[address] = id
    return id
  }

  /// The text of a fixed note, escaped because it is the program's own.
  private mutating func line(atAddress address: UInt64) -> TextID {
    if let known = lines[address] { return known }
    guard let text = EventDecoder.string(atAddress: address) else { return .none }
    let id = texts.internForever(Preview.line(text))
    lines[address] = id
    return id
  }

  /// The string literal at an address; literals are immortal and end with a NUL byte.
  private static func string(atAddress address: UInt64) -> String? {
    UnsafePointer<UInt8>(bitPattern: UInt(truncatingIfNeeded: address)).map { String(cString: $0) }
  }

  /// The note that says which functions called the one that created a promise.
  private mutating func callers(_ raw: RawEvent, _ chunk: EventChunk) -> TextID {
    guard let range = TextRange(word: raw.words.7), let bytes = chunk.readText(at: range.position, count: range.length)
    else {
      overwrittenTextCount &+= 1
      return overwritten
    }
    var addresses: [UInt64] = []
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset &+ 8 <= bytes.count, let start = bytes.baseAddress {
        addresses.append(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset = offset &+ 8
      }
    }
    let function = texts[text(atAddress: raw.words.6 & RawEvent.pointerMask)] ?? ""
    let names = callPlaces.names.callers(addresses, of: function, limit: Int(psCallers()))
    return texts.intern(Preview.line(LibraryNote.callers(names).text))
  }

  private mutating func calls(_ stack: UInt16, _ site: Site) -> TextID {
    guard stack != 0, site.line > 0 else { return .none }
    return callPlaces.text(stack) { places in
      let (file, function) = (texts[site.file] ?? "", texts[site.function] ?? "")
      let calls = places.calls(stack, toFile: file, line: site.line, function: function)
      return calls.isEmpty ? .none : texts.internForever(calls.joined(separator: " < "))
    }
  }

  /// The promise whose body is the suspended task of a slot, and a note of where it waits; nil as for ``CallPlaces/suspension(ofTask:of:)``.
  mutating func suspension(ofTask slot: Int32, of prefix: UInt64) -> (PromiseID, TextID)? {
    guard let (promise, calls) = callPlaces.suspension(ofTask: slot, of: prefix), !calls.isEmpty else { return nil }
    let text = texts.intern(LibraryNote.suspended(at: calls).text)
    return (promise & TracedID.mask, text)
  }

  /// The handle of a symbol's name.
  private mutating func symbol(_ number: UInt32) -> TextID {
    if Int(number) < symbols.count, symbols[Int(number)] != .none { return symbols[Int(number)] }
    guard let name = Symbols.name(of: number) else { return .none }
    let id = texts.internForever(name)
    while symbols.count <= Int(number) { symbols.append(.none) }
    symbols[Int(number)] = id
    return id
  }

  private mutating func readText(_ word: UInt64, _ chunk: EventChunk) -> (text: TextID, type: TextID) {
    guard let range = TextRange(word: word) else { return (.none, .none) }
    let length = max(0, range.length)
    guard let bytes = chunk.readText(at: range.position, count: length &+ range.secondLength) else {
      overwrittenTextCount &+= 1
      return (overwritten, .none)
    }
    return bytes.withUnsafeBufferPointer { bytes in
      let text = range.length < 0 ? .none : texts.intern(UnsafeBufferPointer(rebasing: bytes[..<length]))
      guard range.secondLength > 0 else { return (text, .none) }
      return (text, texts.intern(UnsafeBufferPointer(rebasing: bytes[length...])))
    }
  }
}

/// A direct-mapped cache of the texts at addresses of string literals, because a dictionary lookup takes 45 ns.
private struct AddressCache {
  private static let size = 1024

  private var near = [(address: UInt64, id: TextID)](repeating: (0, .none), count: size)
  private var all: [UInt64: TextID] = [:]

  subscript(address: UInt64) -> TextID? {
    mutating get {
      let slot = AddressCache.slot(address)
      if near[slot].address == address { return near[slot].id }
      guard let id = all[address] else { return nil }
      near[slot] = (address, id)
      return id
    }
    set {
      all[address] = newValue
      near[AddressCache.slot(address)] = (address, newValue ?? .none)
    }
  }

  private static func slot(_ address: UInt64) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }
}
