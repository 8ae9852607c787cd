// Writing of events into the calling thread's ring.

import CPromiseRuntime

extension EventEmitter {
  /// Writes an event without text.
  @inline(__always)
  static func plain(
    _ kind: EventKind, _ promise: PromiseID, detail: UInt8 = 0, flags: UInt16 = 0, auxiliary: UInt32 = 0,
    peer: PromiseID = 0, text: UInt64 = 0
  ) {
    let thread = psCurrentThread()
    guard let writer = RingWriter.quick(thread, promise) else {
      let head = RawEvent.head(kind, detail: detail, flags: flags, auxiliary: auxiliary)
      return writeSlowly(head, promise, peer, text, isOnThread: false)
    }
    writer.pointee.write(
      RawEvent(
        ticks: psCycles(), kind: kind, detail: detail, flags: flags, auxiliary: auxiliary, promise: promise, peer: peer,
        context: thread.pointee.context, text: text), isShort: true)
  }

  /// Writes an event that names the executor and the thread.
  @inline(__always)
  static func onThread(_ kind: EventKind, _ promise: PromiseID, executor: UInt32, detail: UInt8) {
    let thread = psCurrentThread()
    guard let writer = RingWriter.quick(thread, promise) else {
      let head = RawEvent.head(kind, detail: detail, auxiliary: executor)
      return writeSlowly(head, promise, 0, 0, isOnThread: true)
    }
    writer.pointee.write(
      RawEvent(
        ticks: psCycles(), kind: kind, detail: detail, auxiliary: executor, promise: promise,
        context: thread.pointee.context, site: (0, UInt64(writer.pointee.threadSymbol))))
  }

  /// Writes an event with a call site.
  static func sited(
    _ kind: EventKind, _ promise: PromiseID, detail: UInt8 = 0, flags: UInt16 = 0, auxiliary: UInt32 = 0,
    peer: PromiseID = 0, _ site: SourceSite
  ) {
    let thread = psCurrentThread()
    let isQuick: Bool
    let writer: UnsafeMutablePointer<RingWriter>
    if let quick = RingWriter.quick(thread, promise) {
      (isQuick, writer) = (true, quick)
    } else {
      guard let current = RingWriter.current(thread, promise & ~TracedID.mask), RingWriter.makeRoom(current) else {
        return
      }
      (isQuick, writer) = (false, current)
    }
    // A task may call a resolver after an `await`.
    let isCall = detail & RawEvent.isCalled != 0
    let context = isCall ? currentContext(thread, tracer: promise) : thread.pointee.context
    writer.pointee.write(
      RawEvent(
        ticks: isQuick ? psCycles() : writer.pointee.now, kind: kind, detail: detail, flags: flags,
        auxiliary: auxiliary, promise: promise, peer: peer, context: context, site: (site.file, site.function)))
    if !isQuick { RingWriter.hasWritten(writer) }
  }

  /// Writes an event without text when the writer has to be switched, the chunk is full, or the clock is not the cycle counter.
  @inline(never)
  static func writeSlowly(
    _ head: UInt64, _ promise: PromiseID, _ peer: PromiseID, _ text: UInt64, isOnThread: Bool
  ) {
    let thread = psCurrentThread()
    guard let writer = RingWriter.current(thread, promise & ~TracedID.mask), RingWriter.makeRoom(writer) else { return }
    var event = RawEvent()
    event.words = (
      writer.pointee.now, head, promise, peer, thread.pointee.context, 0,
      isOnThread ? UInt64(writer.pointee.threadSymbol) : 0, text
    )
    writer.pointee.write(event)
    RingWriter.hasWritten(writer)
  }

  /// The number of the calling thread's stack, in the upper 16 bits of a word; 0 unless stacks are kept, and the new promise derives from no other
  /// one or is created by a body.
  @inline(__always)
  static func stackNumber(_ parent: PromiseID, _ context: PromiseID) -> UInt64 {
    (parent == 0 || context != 0) && psKeepsStacks() ? UInt64(psCallStack()) &<< 48 : 0
  }

  /// Records where the functions that led to a new promise were called, as addresses, which the reader of the rings names.
  @inline(never)
  static func noteCallers(of promise: PromiseID, _ site: SourceSite) {
    let limit: Int32 = 32
    let thread = psCurrentThread()
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Int(limit)) { addresses in
      guard let start = addresses.baseAddress, let writer = RingWriter.current(thread, promise & ~TracedID.mask),
        let word = RingWriter.store(
          writer, UnsafeRawBufferPointer(start: start, count: 8 &* Int(psReturnAddresses(start, limit))))
      else { return }
      writer.pointee.write(
        RawEvent(
          ticks: writer.pointee.now, kind: .noted, detail: RawEvent.hasAddresses, promise: promise,
          context: thread.pointee.context, site: (0, site.function & RawEvent.pointerMask), text: word))
      RingWriter.hasWritten(writer)
    }
  }

  /// Writes an event with up to two texts.
  @inline(__always)
  static func withText(
    _ kind: EventKind, _ promise: PromiseID, _ text: String?, second: String? = nil, detail: UInt8 = 0,
    flags: UInt16 = 0, auxiliary: UInt32 = 0, peer: PromiseID = 0, at site: SourceSite = SourceSite()
  ) {
    if text == nil, second == nil {
      return site.isKnown
        ? sited(kind, promise, detail: detail, flags: flags, auxiliary: auxiliary, peer: peer, site)
        : plain(kind, promise, detail: detail, flags: flags, auxiliary: auxiliary, peer: peer)
    }
    guard let writer = RingWriter.current(psCurrentThread(), promise & ~TracedID.mask) else { return }
    write(
      writer, kind, promise, text: text, second: second, detail: detail, flags: flags, auxiliary: auxiliary,
      peer: peer, at: site)
  }

  @inline(never)
  static func write(
    _ writer: UnsafeMutablePointer<RingWriter>, _ kind: EventKind, _ promise: PromiseID, text: String?,
    second: String? = nil,
    detail: UInt8 = 0, flags: UInt16 = 0, auxiliary: UInt32 = 0, peer: PromiseID = 0, at site: SourceSite = SourceSite()
  ) {
    guard let word = RingWriter.store(writer, text, second) else { return }
    let thread = psCurrentThread()
    let mayBeInTask = site.isKnown || kind == .noted && promise != 0
    let context = mayBeInTask ? currentContext(thread, tracer: promise) : thread.pointee.context
    writer.pointee.write(
      RawEvent(
        ticks: writer.pointee.now, kind: kind, detail: detail, flags: flags, auxiliary: auxiliary, promise: promise,
        peer: peer, context: context, site: (site.file, site.function), text: word))
    RingWriter.hasWritten(writer)
  }
}
