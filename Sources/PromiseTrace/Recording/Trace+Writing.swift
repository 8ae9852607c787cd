// The ways in which an event gets into the ring of the thread that it happens on. Owns the fast path and where it is left; refuses to
// know what events mean.

import CPromiseTrace

extension Trace {
  @inline(__always)
  static func plain(
    _ kind: EventKind, _ promise: PromiseID, detail: UInt8 = 0, flags: UInt16 = 0, auxiliary: UInt32 = 0,
    peer: PromiseID = 0, text: UInt64 = 0
  ) {
    let thread = psCurrentThread()
    guard let pen = Pen.quick(thread, promise) else {
      let head = RawEvent.head(kind, detail: detail, flags: flags, auxiliary: auxiliary)
      return writeSlowly(head, promise, peer, text, isOnThread: false)
    }
    pen.pointee.write(
      RawEvent(
        ticks: psCycles(), kind: kind, detail: detail, flags: flags, auxiliary: auxiliary, promise: promise, peer: peer,
        context: thread.pointee.context, text: text), isShort: true)
  }

  @inline(__always)
  static func onThread(_ kind: EventKind, _ promise: PromiseID, executor: UInt32, detail: UInt8) {
    let thread = psCurrentThread()
    guard let pen = Pen.quick(thread, promise) else {
      let head = RawEvent.head(kind, detail: detail, auxiliary: executor)
      return writeSlowly(head, promise, 0, 0, isOnThread: true)
    }
    pen.pointee.write(
      RawEvent(
        ticks: psCycles(), kind: kind, detail: detail, auxiliary: executor, promise: promise,
        context: thread.pointee.context, site: (0, UInt64(pen.pointee.threadSymbol))))
  }

  /// Where a pen has to be taken up, a chunk is full, or the clock is another one.
  @inline(never)
  static func writeSlowly(
    _ head: UInt64, _ promise: PromiseID, _ peer: PromiseID, _ text: UInt64, isOnThread: Bool
  ) {
    let thread = psCurrentThread()
    guard let pen = Pen.current(thread, promise & ~Tracer.idMask), Pen.makeRoom(pen) else { return }
    var event = RawEvent()
    event.words = (
      pen.pointee.now, head, promise, peer, thread.pointee.context, 0,
      isOnThread ? UInt64(pen.pointee.threadSymbol) : 0, text
    )
    pen.pointee.write(event)
  }

  @inline(__always)
  static func withText(
    _ kind: EventKind, _ promise: PromiseID, _ text: String?, second: String? = nil, detail: UInt8 = 0,
    flags: UInt16 = 0, auxiliary: UInt32 = 0, peer: PromiseID = 0
  ) {
    if text == nil, second == nil {
      return plain(kind, promise, detail: detail, flags: flags, auxiliary: auxiliary, peer: peer)
    }
    guard let pen = Pen.current(psCurrentThread(), promise & ~Tracer.idMask) else { return }
    write(
      pen, kind, promise, text: text, second: second, detail: detail, flags: flags, auxiliary: auxiliary, peer: peer)
  }

  @inline(never)
  static func write(
    _ pen: UnsafeMutablePointer<Pen>, _ kind: EventKind, _ promise: PromiseID, text: String?, second: String? = nil,
    detail: UInt8 = 0, flags: UInt16 = 0, auxiliary: UInt32 = 0, peer: PromiseID = 0
  ) {
    guard let word = Pen.store(pen, text, second) else { return }
    pen.pointee.write(
      RawEvent(
        ticks: pen.pointee.now, kind: kind, detail: detail, flags: flags, auxiliary: auxiliary, promise: promise,
        peer: peer, context: psCurrentThread().pointee.context, text: word))
  }
}
