// A line's members to a header or an event: the reading half of docs/event-log.md.
//
// Owns which members each kind of event has. What it does not know it keeps: unknown members as `extra`, an unknown `ev` as
// the whole line. Refuses to read bytes from anywhere: `LogReader` does.

/// Interprets lines.
struct LogDecoder {
  let texts: TextTable
  var cache: LogTextCache
  var members: [LogLine.Member] = []
  var scratch: [UInt8] = []

  init(texts: TextTable) {
    self.texts = texts
    cache = LogTextCache(texts)
  }

  /// Reads one event.
  mutating func event(_ bytes: UnsafeBufferPointer<UInt8>) throws(LogLine.Malformed) -> Event {
    var line = LogLine(bytes)
    try line.members(into: &members)
    guard let ev = members.first(where: { Self.key(of: $0, in: bytes, is: "ev") }), ev.type == .string else {
      throw LogLine.Malformed(message: "expected an event with a text `ev`")
    }
    var event = Event(Self.kind(Self.inner(ev, bytes)))
    var hasSequence = false
    var hasTime = false
    for place in members.indices {
      let member = members[place]
      switch member.keyEnd - member.keyStart {
      case 3 where Self.key(of: member, in: bytes, is: "seq"):
        event.sequence = try Self.integer(member, bytes, "seq")
        hasSequence = true
      case 1 where Self.key(of: member, in: bytes, is: "t"):
        guard let time = Self.signed(member, bytes) else { throw Self.expected("an integer", "t") }
        event.time = time
        hasTime = true
      case 2 where Self.key(of: member, in: bytes, is: "ev"): break
      case 1 where Self.key(of: member, in: bytes, is: "p"): event.promise = try Self.integer(member, bytes, "p")
      case 3 where Self.key(of: member, in: bytes, is: "ctx"):
        event.context = try Self.integer(member, bytes, "ctx")
      default:
        if event.kind == .unknown { continue }
        if try !take(member, bytes, into: &event) { keep(member, bytes, in: &event) }
      }
    }
    if event.kind == .unknown {
      event.text = texts.intern(String(decoding: bytes, as: UTF8.self))
    } else {
      guard hasSequence else { throw Self.expected("an integer", "seq") }
      guard hasTime else { throw Self.expected("an integer", "t") }
      if event.promise == 0, event.kind.needsPromise { throw Self.expected("a promise's number", "p") }
    }
    return event
  }

  /// Takes a member that this kind of event has; false where it has none such, or a word that this version does not know.
  private mutating func take(
    _ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>, into event: inout Event
  ) throws(LogLine.Malformed) -> Bool {
    if member.type == .null { return false }
    func isKey(_ key: StaticString) -> Bool { Self.key(of: member, in: bytes, is: key) }
    switch event.kind {
    case .created:
      if isKey("kind") {
        event.operation = try word(member, bytes, "kind")
      } else if isKey("from") {
        event.peer = try Self.integer(member, bytes, "from")
      } else if isKey("label") {
        event.text = try word(member, bytes, "label")
      } else if isKey("queue") {
        event.queue = try word(member, bytes, "queue")
      } else if isKey("site") {
        return try take(site: member, bytes, into: &event)
      } else {
        return false
      }
    case .named:
      guard isKey("label") else { return false }
      event.text = try word(member, bytes, "label")
    case .registered:
      if isKey("by") {
        event.peer = try Self.integer(member, bytes, "by")
      } else if isKey("handles") {
        return try take(handles: member, bytes, into: &event)
      } else {
        return false
      }
    case .enqueued, .started, .finished:
      if isKey("queue") {
        event.queue = try word(member, bytes, "queue")
      } else if isKey("thread"), event.kind != .enqueued {
        event.thread = try word(member, bytes, "thread")
      } else if isKey("outcome"), event.kind == .finished {
        event.outcome = Self.named(member, bytes, BodyOutcome.allCases, \.logName)
        return event.outcome != nil
      } else {
        return false
      }
    case .adopted:
      guard isKey("source") else { return false }
      event.peer = try Self.integer(member, bytes, "source")
    case .progressed:
      if isKey("fraction") {
        guard member.type == .number, let fraction = Double(Self.string(member, bytes)), fraction.isFinite else {
          throw Self.expected("a number", "fraction")
        }
        event.fraction = fraction
      } else if isKey("stage") {
        event.text = try word(member, bytes, "stage")
      } else {
        return false
      }
    case .fulfilled, .rejected: return try take(settlement: member, bytes, into: &event)
    case .ignored:
      guard isKey("attempt") else { return false }
      event.attempt = Self.named(member, bytes, SettlementAttempt.allCases, \.logName)
      return event.attempt != nil
    case .cancelRequested, .handled:
      guard isKey("by") else { return false }
      event.peer = try Self.integer(member, bytes, "by")
    case .released:
      guard isKey("state") else { return false }
      event.state = Self.named(member, bytes, PromiseState.allCases, \.logName)
      return event.state != nil
    case .noted:
      guard isKey("text") else { return false }
      event.text = try word(member, bytes, "text")
    case .lost:
      guard isKey("count") else { return false }
      event.count = try Self.integer(member, bytes, "count")
    case .paused, .resumed, .unhandled, .ended, .unknown: return false
    }
    return true
  }

  private mutating func take(
    settlement member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>, into event: inout Event
  ) throws(LogLine.Malformed) -> Bool {
    func isKey(_ key: StaticString) -> Bool { Self.key(of: member, in: bytes, is: key) }
    if isKey("cause") {
      event.cause = Self.named(member, bytes, SettlementCause.allCases, \.logName)
      return event.cause != nil
    } else if isKey("via") {
      event.peer = try Self.integer(member, bytes, "via")
    } else if event.kind == .fulfilled {
      guard isKey("value") else { return false }
      event.text = try word(member, bytes, "value")
    } else if isKey("error") {
      event.text = try word(member, bytes, "error")
    } else if isKey("type") {
      event.type = try word(member, bytes, "type")
    } else if isKey("cancelled") {
      guard member.type == .bool else { throw Self.expected("true or false", "cancelled") }
      event.isCancelled = bytes[member.valueStart] == 0x74
    } else {
      return false
    }
    return true
  }

  private mutating func take(
    site member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>, into event: inout Event
  ) throws(LogLine.Malformed) -> Bool {
    guard member.type == .object else { throw Self.expected("an object", "site") }
    let inner = UnsafeBufferPointer(rebasing: bytes[member.valueStart..<member.valueEnd])
    var line = LogLine(inner)
    var fields: [LogLine.Member] = []
    try line.members(into: &fields)
    var site = Site()
    var isKnown = true
    for field in fields {
      if Self.key(of: field, in: inner, is: "file") {
        site.file = try word(field, inner, "file")
      } else if Self.key(of: field, in: inner, is: "line") {
        site.line = UInt32(clamping: try Self.integer(field, inner, "line"))
      } else if Self.key(of: field, in: inner, is: "function") {
        site.function = try word(field, inner, "function")
      } else {
        isKnown = false
      }
    }
    event.site = site
    // A site with more in it than this version knows is understood, and also carried whole; the encoder writes it once.
    return isKnown && site.line > 0
  }

  private func take(
    handles member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>, into event: inout Event
  ) throws(LogLine.Malformed) -> Bool {
    guard member.type == .array else { throw Self.expected("an array", "handles") }
    let inner = UnsafeBufferPointer(rebasing: bytes[member.valueStart..<member.valueEnd])
    var line = LogLine(inner)
    for place in try line.strings() {
      let name = UnsafeBufferPointer(rebasing: inner[place])
      if Self.equal(name, "fulfilled") {
        event.handles.insert(.fulfilled)
      } else if Self.equal(name, "rejected") {
        event.handles.insert(.rejected)
      } else {
        throw Self.expected("\"fulfilled\" or \"rejected\"", "handles")
      }
    }
    return true
  }

  /// Carries a member through.
  private func keep(_ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>, in event: inout Event) {
    let raw = Self.raw(member, bytes)
    event.extra = texts.intern(texts[event.extra].map { "\($0),\(raw)" } ?? raw)
  }
}

extension EventKind {
  /// Whether the log's line must name a promise.
  fileprivate var needsPromise: Bool {
    switch self {
    case .noted, .lost, .ended, .unknown: false
    default: true
    }
  }
}
