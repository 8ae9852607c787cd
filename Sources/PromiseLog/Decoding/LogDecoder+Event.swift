// Conversion of a line's members to an event. Owns which members each kind of event uses, and what their values must be.

import PromiseTrace

extension LogDecoder {
  /// The event that consists of the members found in a line.
  @inline(__always)
  func event(
    of found: LogMemberSet, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(LogProblem) -> Event {
    guard found.contains(.ev), self[.ev].isText else { throw .missing("an event with a text `ev`") }
    var event = Event(EventKind(rawValue: word(self[.ev], words.kinds)) ?? .unknown)
    if found.contains(.seq) { event.sequence = try integer(.seq) }
    if found.contains(.t) { event.time = try time() }
    if found.contains(.p) { event.promise = try promise(.p) }
    if found.contains(.ctx) { event.context = try promise(.ctx) }
    if event.kind == .unknown {
      event.text = cache.internWhole(UnsafePointer(start), count: end - start)
      return event
    }
    guard found.contains(.seq) else { throw .in(.seq, "an integer") }
    guard found.contains(.t) else { throw .in(.t, "an integer") }
    if event.promise == 0, event.kind.needsPromise { throw .in(.p, "a promise number above 0") }
    var rest = found
    rest.bits &= ~LogMemberSet.common
    if rest.bits != 0 { try decode(&rest, into: &event) }
    if rest.bits != 0 || !unknown.isEmpty { event.extra = extra(rest, of: event.kind) }
    if event.promise != 0, self[.p].shape != .integer, event.endsPromise, !isRereading { names.settle(event.promise) }
    return event
  }

  /// Stores the members that this kind of event uses; leaves all others, and unknown words, in `rest`.
  @inline(__always)
  private func decode(_ rest: inout LogMemberSet, into event: inout Event) throws(LogProblem) {
    switch event.kind {
    case .created:
      if consume(.kind, &rest) { event.operation = try text(.kind) }
      if consume(.from, &rest) { event.peer = try promise(.from) }
      if consume(.label, &rest) { event.text = try ownText(.label) }
      try takeSite(&rest, into: &event)
      // A promise that its log names only by an ID has that as its label, so that people find it.
      if event.text == .none, self[.p].shape != .integer { event.text = try label(ofID: text(.p)) }
      if consume(.callers, &rest) { event.callers = try text(.callers) }
      if consume(.queue, &rest) { event.queue = try text(.queue) }
      if consume(.timer, &rest) { event.timer = try integer(.timer) }
      if consume(.detached, &rest) { event.isDetached = try flag(.detached) }
      if consume(.unknownStart, &rest) { event.isUnknownStart = try flag(.unknownStart) }
    case .named: if consume(.label, &rest) { event.text = try ownText(.label) }
    case .registered:
      if consume(.by, &rest) { event.peer = try promise(.by) }
      if consume(.handles, &rest) {
        event.handles = try sides()
        // A list with unknown words is decoded, and also preserved whole; the encoder writes it only once.
        if self[.handles].number > UInt64(UInt8.max) { rest.insert(.handles) }
      } else {
        event.handles = .unknown
        rest.remove(.handles)
      }
      if consume(.takesError, &rest) { event.takesError = try flag(.takesError) }
      try takeSite(&rest, into: &event)
      if consume(.task, &rest) { event.task = try integer(.task) }
      // The encoder expects only one kind of members that are decoded and also preserved whole.
      if rest.contains(.site) { event.site = Site() }
    case .enqueued: if consume(.queue, &rest) { event.queue = try text(.queue) }
    case .started, .finished:
      if consume(.queue, &rest) { event.queue = try text(.queue) }
      if consume(.thread, &rest) { event.thread = try text(.thread) }
      if event.kind == .finished, consume(.outcome, &rest) {
        event.outcome = BodyOutcome(rawValue: word(self[.outcome], words.outcomes))
        if event.outcome == nil { rest.insert(.outcome) }
      }
      if event.kind == .finished, consume(.cpu, &rest) { event.count = try integer(.cpu) }
    case .awaiting:
      if consume(.source, &rest) { event.peer = try promise(.source) }
      try takeSite(&rest, into: &event)
      if consume(.takesError, &rest) { event.takesError = try flag(.takesError) }
      if consume(.loop, &rest) {
        event.loop = LoopForm(rawValue: word(self[.loop], words.loops))
        if event.loop == nil { rest.insert(.loop) }
      }
      if consume(.cpu, &rest) { event.count = try integer(.cpu) }
    case .adopted:
      if consume(.source, &rest) { event.peer = try promise(.source) }
      try takeSite(&rest, into: &event)
    case .progressed:
      if consume(.fraction, &rest) { event.fraction = try fraction() }
      if consume(.stage, &rest) { event.text = try ownText(.stage) }
    case .fulfilled:
      if consume(.value, &rest) { event.text = try ownText(.value) }
      try takeSettlement(&rest, into: &event)
    case .rejected:
      if consume(.error, &rest) { event.text = try ownText(.error) }
      if consume(.type, &rest) { event.type = try text(.type) }
      if consume(.cancelled, &rest) { event.isCancelled = try flag(.cancelled) }
      rest.remove(.cancelled)
      try takeSettlement(&rest, into: &event)
    case .ignored:
      if consume(.attempt, &rest) {
        event.attempt = SettlementAttempt(rawValue: word(self[.attempt], words.attempts))
        if event.attempt == nil { rest.insert(.attempt) }
      }
      try takeSite(&rest, into: &event)
    case .cancelRequested, .handled:
      if consume(.by, &rest) { event.peer = try promise(.by) }
      if event.kind == .handled {
        if consume(.takesError, &rest) { event.takesError = try flag(.takesError) }
        try takeSite(&rest, into: &event)
      }
    case .released:
      if consume(.state, &rest) {
        event.state = PromiseState(rawValue: word(self[.state], words.states))
        if event.state == nil { rest.insert(.state) }
      }
    case .held:
      if consume(.by, &rest) { event.peer = try promise(.by) }
      if consume(.text, &rest) { event.text = try ownText(.text) }
    case .called:
      try takeSite(&rest, into: &event)
      if consume(.instead, &rest) { event.count = try integer(.instead) }
    case .noted:
      if consume(.text, &rest) { event.text = try ownText(.text) }
      try takeSite(&rest, into: &event)
    case .lost:
      if consume(.count, &rest) { event.count = try integer(.count) }
      if consume(.damaged, &rest) { event.isDamage = try flag(.damaged) }
      rest.remove(.count)
    case .ended:
      if consume(.reason, &rest) {
        event.reason = EndReason(rawValue: word(self[.reason], words.reasons))
        if event.reason == nil { rest.insert(.reason) }
      }
      if consume(.signal, &rest) { event.text = try ownText(.signal) }
      if consume(.code, &rest) { event.exitCode = try integer(.code) }
    case .alive:
      if consume(.memory, &rest) { event.memory = try integer(.memory) }
      if consume(.cpu, &rest) { event.programTime = try integer(.cpu) }
    case .continued, .paused, .resumed, .unhandled, .unknown: break
    }
  }

  /// Stores the call site; one with unknown members, or without a required one, is decoded, and also preserved whole, and the encoder writes it only once.
  @inline(__always)
  private func takeSite(_ rest: inout LogMemberSet, into event: inout Event) throws(LogProblem) {
    guard consume(.site, &rest) else { return }
    event.site = try site()
    let isWhole = event.site.line != 0 && event.site.file != .none
    if !isWhole || self[.site].number & LogDecoder.hasUnknownMember != 0 { rest.insert(.site) }
  }

  @inline(__always)
  private func takeSettlement(_ rest: inout LogMemberSet, into event: inout Event) throws(LogProblem) {
    if consume(.cause, &rest) {
      event.cause = SettlementCause(rawValue: word(self[.cause], words.causes))
      if event.cause == nil { rest.insert(.cause) }
    }
    if consume(.via, &rest) { event.peer = try promise(.via) }
    try takeSite(&rest, into: &event)
  }

  /// Removes a member from `rest`; returns whether it was there and is not null.
  @inline(__always)
  private func consume(_ member: LogMember, _ rest: inout LogMemberSet) -> Bool {
    guard rest.contains(member), self[member].shape != .null else { return false }
    rest.remove(member)
    return true
  }

  // MARK: Values

  @inline(__always)
  subscript(member: LogMember) -> LogValue {
    unsafeAddress { UnsafePointer(values + Int(member.rawValue)) }
  }

  @inline(__always)
  private func integer(_ member: LogMember) throws(LogProblem) -> UInt64 {
    guard self[member].shape == .integer else { throw .in(member, "an integer of at least 0") }
    return self[member].number
  }

  /// The number of a promise, or that of its ID, which is a text such as a UUID.
  @inline(__always)
  private func promise(_ member: LogMember) throws(LogProblem) -> UInt64 {
    guard self[member].shape == .integer else { return try named(member) }
    return self[member].number
  }

  @inline(never)
  private func named(_ member: LogMember) throws(LogProblem) -> UInt64 {
    let value = self[member]
    guard value.shape == .text || value.shape == .escapedText, value.start < value.end else {
      throw .in(member, "an integer of at least 0, or a text that is not empty")
    }
    guard isInOrder else {
      isTooEarly = true
      throw .in(member, "the lines before to be decoded")
    }
    // Two long IDs may differ in their ends only.
    let isLong = value.end - value.start > LogTextCache.mostShown
    return names.number(isLong ? string(value) : texts[try text(member)] ?? "")
  }

  /// An ID as the label of its promise, as long as a label.
  private func label(ofID id: TextID) -> TextID {
    guard let text = texts[id], text.utf8.count > ValuePolicy.previewLimit else { return id }
    return texts.intern(String(text.prefix(ValuePolicy.previewLimit - 1)) + "…")
  }

  @inline(__always)
  private func time() throws(LogProblem) -> Int64 {
    let number = self[.t].number
    switch self[.t].shape {
    case .integer where number <= Int64.max.magnitude: return Int64(bitPattern: number)
    case .negativeInteger where number <= Int64.max.magnitude: return -Int64(bitPattern: number)
    case .integer, .negativeInteger: throw .in(.t, "an integer below 2^63")
    default: throw .in(.t, "an integer")
    }
  }

  private func fraction() throws(LogProblem) -> Double {
    let value = self[.fraction]
    var fraction: Double?
    switch value.shape {
    case .integer: fraction = Double(value.number)
    case .negativeInteger: fraction = -Double(value.number)
    case .decimal:
      fraction = Double(bitPattern: value.number)
      if fraction?.isNaN == true { fraction = Double(string(value)) }
    default: break
    }
    guard let fraction, 0...1 ~= fraction else { throw .in(.fraction, "a number from 0 to 1") }
    return fraction
  }

  private func flag(_ member: LogMember) throws(LogProblem) -> Bool {
    switch self[member].shape {
    case .true: true
    case .false: false
    default: throw .in(member, "true or false")
    }
  }

  @inline(__always)
  private func text(_ member: LogMember) throws(LogProblem) -> TextID {
    let value = self[member]
    if value.shape == .text { return text(value.start, value.end) }
    guard value.shape == .escapedText else { throw .in(member, "a text") }
    return escapedText(value)
  }

  /// The handle of an event's own text, which is often new; ``TextID/none`` if the cache collected it.
  ///
  /// An event has one such text at most.
  @inline(__always)
  private func ownText(_ member: LogMember) throws(LogProblem) -> TextID {
    let value = self[member]
    guard value.shape == .text else { return try text(member) }
    return cache.internLater(value.start, count: value.end - value.start)
  }

  @inline(__always)
  private func text(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> TextID {
    cache.intern(start, count: end - start)
  }

  @inline(never)
  private func escapedText(_ value: LogValue) -> TextID {
    scratch.reserve(value.end - value.start)
    let end = LogText.unescape(value.start, value.end, into: scratch.start)
    return text(scratch.start, end)
  }

  @inline(__always)
  private func site() throws(LogProblem) -> Site {
    guard self[.site].shape == .object else { throw .in(.site, "an object") }
    var found = LogMemberSet()
    found.bits = self[.site].number & ~LogDecoder.hasUnknownMember
    var site = Site()
    if found.contains(.file) { site.file = try text(.file) }
    // A larger line is preserved with the whole call site, like a missing one.
    if found.contains(.line) { site.line = UInt32(exactly: try integer(.line)) ?? 0 }
    if found.contains(.function) { site.function = try text(.function) }
    return site
  }

  private func sides() throws(LogProblem) -> HandledSides {
    guard self[.handles].shape == .array else { throw .in(.handles, "an array") }
    return HandledSides(rawValue: UInt8(truncatingIfNeeded: self[.handles].number))
  }

  /// The bytes of a value as text.
  func string(_ value: LogValue) -> String {
    String(decoding: UnsafeBufferPointer(start: value.start, count: value.end - value.start), as: UTF8.self)
  }
}
