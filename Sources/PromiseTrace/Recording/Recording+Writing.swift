// The recording's thread, which reads the rings and writes the log. Owns when it gives up, and what it reports then.

import CPromiseRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Recording {
  /// How long the thread sleeps when there is nothing to write, in microseconds.
  private static let pause: UInt32 = 5_000

  /// Writes the whole log; the thread's body.
  func writeLog() {
    psThreadWorks()
    defer {
      firstEvents.end()
      log.withLock { $0.file.close() }
      state.withLock { $0.hasEnded = true }
      psThreadRests()
    }
    guard openPipe() else { return }
    var flush: (request: UInt64, present: UInt64)?
    while true {
      // Lets a fork happen here in a flood of events, in which this thread never sleeps.
      psThreadRests()
      psThreadWorks()
      let request = state.withLock { $0.flushes }
      let isLeft = firstEvents.isInTime && request.wanted == request.done && !tracer.isFinished
      var status = SourceStatus.idle
      if !isLeft {
        log.withLock { log in
          // What was recorded before the request is not later than the present.
          if flush == nil, request.wanted != request.done { flush = (request.wanted, log.reader.present) }
          status = write(log, includingLatest: flush != nil)
          guard let done = flush, status != .more || log.reader.hasRead(upTo: done.present) else { return }
          state.withLock { $0.flushes.done = done.request }
          flush = nil
        }
      }
      if status == .ended { return }
      reportLackOfMemory()
      if status == .idle { Recording.rest() }
    }
  }

  /// Writes the events that threads have just emitted, on one of those threads, until `isDone` returns true.
  ///
  /// - Returns: Whether this thread wrote; false if another one does.
  func writeFirstEvents(until isDone: () -> Bool) -> Bool {
    let wrote: Void? = log.withLockIfFree { log -> Void in
      while !isDone(), log.file.isOpen { _ = write(log, includingLatest: true) }
    }
    return wrote != nil
  }

  /// Writes the header, and events if there are any.
  func writeHeader() {
    var isWritten = false
    withSignalsHeld {
      _ = writeFirstEvents {
        defer { isWritten = true }
        return isWritten
      }
    }
  }

  /// Moves events from the rings to the file.
  ///
  /// - Parameters:
  ///   - log: The log, whose lock the caller holds.
  ///   - includingLatest: Whether to hold no events back.
  /// - Returns: Whether to expect more events.
  private func write(_ log: Log, includingLatest: Bool) -> SourceStatus {
    var status = SourceStatus.ended
    let isWritten = log.writer.write { events in
      if givesUp.load(ordering: .relaxed), failure == nil {
        reportLoss(log.reader.abandon(into: &events))
      } else {
        // A live reader never throws, because it has no input to read.
        status = (try? log.reader.read(into: &events, limit: 4_096, includingLatest: includingLatest)) ?? .ended
        if status == .idle { log.reader.appendAlive(to: &events) }
      }
      progress.wrappingAdd(1, ordering: .relaxed)
    } _: { bytes in
      put(bytes, log)
    }
    log.reader.texts.forget()
    if log.reader.texts.isHalfUsed {
      log.reader.renewTexts()
      log.writer.renew(log.reader.texts)
    }
    return isWritten ? status : .ended
  }

  /// Sleeps, and lets the process be forked meanwhile.
  private static func rest() {
    psThreadRests()
    usleep(pause)
    psThreadWorks()
  }

  /// Waits until a process reads the pipe; returns false if the recording ends before.
  private func openPipe() -> Bool {
    while !log.withLock({ $0.file.isOpen }) {
      let error = log.withLock { log -> RecordingError? in
        do throws(RecordingError) { try log.file.open() } catch { return error }
        return nil
      }
      if let error {
        fail(error.message)
        return true
      }
      if log.withLock({ $0.file.isOpen }) {
        noteFile()
      } else if givesUp.load(ordering: .relaxed) {
        var events: [Event] = []
        let count = log.withLock { $0.reader.abandon(into: &events) }
        complain("no process read \(request.name), and \(count) events are not written")
        return false
      } else {
        reportLackOfMemory()
        Recording.rest()
      }
    }
    return true
  }

  /// Writes all bytes; after a failure it does nothing.
  ///
  /// - Returns: Whether to continue.
  private func put(_ bytes: [UInt8], _ log: Log) -> Bool {
    guard failure == nil else { return true }
    let written = log.file.write(bytes) { count in
      if count > 0 { progress.wrappingAdd(1, ordering: .relaxed) }
      return !givesUp.load(ordering: .relaxed)
    }
    switch written {
    case .all: return true
    case .failed(let message):
      log.writer.stopLimiting()
      fail(message)
      return true
    case .none(let lines):
      var events: [Event] = []
      reportLoss(log.reader.abandon(into: &events) &+ UInt64(truncatingIfNeeded: lines))
      return false
    }
  }

  private func fail(_ message: String) {
    state.withLock { $0.failure = message }
    complain("recording to \(request.name) stopped: \(message); the program continues")
  }

  private func reportLoss(_ count: UInt64) {
    guard count > 0 else { return }
    complain("out of time: \(count) events are not written to \(request.name)")
  }

  private func reportLackOfMemory() {
    guard tracer.budget?.takeRefusal() ?? false else { return }
    state.withLock { state in
      guard !state.isShortOfMemory else { return }
      state.isShortOfMemory = true
      complain("the system has no memory for more events: some will be missing in \(request.name)")
    }
  }
}
