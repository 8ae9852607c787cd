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
  /// How many pauses follow each other before the file's modification time is updated.
  private static let pausesPerTouch = 100

  /// Writes the whole log; the thread's body.
  func writeLog(from reader: TraceReader) {
    psThreadWorks()
    defer {
      file.file.close()
      state.withLock { $0.hasEnded = true }
      psThreadRests()
    }
    guard openPipe(reader) else { return }
    let encoder = LogEncoder(texts: reader.texts)
    var bytes: [UInt8] = []
    encoder.encode(reader.header, into: &bytes)
    var events: [Event] = []
    var status = SourceStatus.more
    var pauses = 0
    while status != .ended {
      // Lets a fork happen here in a flood of events, in which this thread never sleeps.
      psThreadRests()
      psThreadWorks()
      events.removeAll(keepingCapacity: true)
      let wanted = state.withLock { $0.wanted > $0.flushed ? $0.wanted : nil }
      if givesUp.load(ordering: .relaxed), failure == nil {
        reportLoss(reader.abandon(into: &events))
        status = .ended
      } else {
        // A live reader never throws, because it has no input to read.
        status = (try? reader.read(into: &events, limit: 4_096, includingLatest: wanted != nil)) ?? .ended
      }
      progress.add(1, ordering: .relaxed)
      for event in events { encoder.encode(event, into: &bytes) }
      guard put(&bytes, reader) else { return }
      reader.texts.forget()
      reportLackOfMemory()
      if let wanted, status != .more || reader.hasRead(upTo: wanted) { state.withLock { $0.flushed = wanted } }
      guard status == .idle else {
        pauses = 0
        continue
      }
      pauses += 1
      if pauses % Recording.pausesPerTouch == 0 { file.file.touch() }
      Recording.rest()
    }
  }

  /// Sleeps, and lets the process be forked meanwhile.
  private static func rest() {
    psThreadRests()
    usleep(pause)
    psThreadWorks()
  }

  /// Waits until a process reads the pipe; returns false if the recording ends before.
  private func openPipe(_ reader: TraceReader) -> Bool {
    while !file.file.isOpen {
      do { try file.file.open() } catch {
        fail(error.message)
        return true
      }
      if file.file.isOpen {
        noteFile()
      } else if givesUp.load(ordering: .relaxed) {
        var events: [Event] = []
        let count = reader.abandon(into: &events)
        Recording.complain("no process read \(request.name), and \(count) events are not written")
        return false
      } else {
        reportLackOfMemory()
        Recording.rest()
      }
    }
    return true
  }

  /// Writes all bytes and clears the buffer; after a failure it only clears it.
  ///
  /// - Returns: Whether to continue.
  private func put(_ bytes: inout [UInt8], _ reader: TraceReader) -> Bool {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil else { return true }
    let written = file.file.write(bytes) { count in
      if count > 0 { progress.add(1, ordering: .relaxed) }
      return !givesUp.load(ordering: .relaxed)
    }
    switch written {
    case .all: return true
    case .failed(let message):
      fail(message)
      return true
    case .none(let lines):
      var events: [Event] = []
      reportLoss(reader.abandon(into: &events) + UInt64(lines))
      return false
    }
  }

  private func fail(_ message: String) {
    state.withLock { $0.failure = message }
    Recording.complain("recording to \(request.name) stopped: \(message); the program continues")
  }

  private func reportLoss(_ count: UInt64) {
    guard count > 0 else { return }
    Recording.complain("out of time: \(count) events are not written to \(request.name)")
  }

  private func reportLackOfMemory() {
    guard tracer.budget?.takeRefusal() ?? false else { return }
    state.withLock { state in
      guard !state.isShortOfMemory else { return }
      state.isShortOfMemory = true
      Recording.complain("the system has no memory for more events: some will be missing in \(request.name)")
    }
  }
}
