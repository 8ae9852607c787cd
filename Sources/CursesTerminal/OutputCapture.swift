// Captures what the program prints while a screen is open, line by line. Owns the pipe and the thread that reads it.

import CTerminal
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and error as lines, until ``end()``.
final class OutputCapture {
  /// Longer lines are delivered in pieces, so that a line without an end takes no memory.
  static let lineLimit = 4096

  /// The ends of a pipe that receives a byte when capturing ends, because a child process may keep the pipe of the output open.
  private let stop: [Int32]
  /// Signaled after the last line was delivered.
  private let delivered = DispatchSemaphore(value: 0)

  /// Starts capturing; returns nil if neither is a terminal, because output to a file should still go there.
  ///
  /// - Parameters:
  ///   - deliversPrompts: Whether a line without an end is delivered after a tenth of a second, because the program may wait for an answer.
  ///   - onLine: Receives each line, on a thread of its own.
  init?(deliversPrompts: Bool = false, _ onLine: @escaping @Sendable (String) -> Void) {
    // Earlier output belongs on the terminal.
    fflush(nil)
    let reading = ct_capture_begin()
    guard reading >= 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      ct_capture_end()
      close(reading)
      return nil
    }
    stop = ends
    let (stopping, delivered) = (ends[0], delivered)
    let thread = startThread {
      OutputCapture.drain(reading, until: stopping, deliversPrompts, onLine)
      delivered.signal()
      OutputCapture.passOn(reading)
      close(reading)
    }
    if let thread { pthread_detach(thread) } else { delivered.signal() }
  }

  /// Restores both and returns after the last line was delivered.
  ///
  /// What a child process prints afterwards appears on the terminal, as long as this process runs.
  func end() {
    fflush(nil)
    ct_capture_end()
    _ = write(stop[1], [0], 1)
    delivered.wait()
    for end in stop { close(end) }
  }

  /// Writes what child processes still print to the terminal, until the last one has closed the pipe, so that none of them fails to print.
  private static func passOn(_ reading: Int32) {
    var buffer = [CChar](repeating: 0, count: 4096)
    var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while true {
      let count = ct_capture_read(reading, &buffer, buffer.count)
      if count > 0 {
        _ = write(STDERR_FILENO, buffer, Int(count))
      } else if wait.revents & Int16(POLLHUP) != 0 {
        return
      } else {
        _ = poll(&wait, 1, -1)
      }
    }
  }

  private static func drain(
    _ reading: Int32, until stop: Int32, _ deliversPrompts: Bool, _ onLine: (String) -> Void
  ) {
    var lines = LineSplitter(limit: lineLimit)
    var buffer = [CChar](repeating: 0, count: 4096)
    var waits = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      while true {
        let count = ct_capture_read(reading, &buffer, buffer.count)
        guard count > 0 else { break }
        lines.add(buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, onLine)
      }
      // A child process may keep the other end of the pipe open, so end of file is not the signal to stop.
      if waits[1].revents != 0 || waits[0].revents & Int16(POLLHUP) != 0 { break }
      if poll(&waits, 2, deliversPrompts && !lines.isComplete ? 100 : -1) == 0 { lines.finish(onLine) }
    }
    lines.finish(onLine)
  }
}

struct LineSplitter {
  private var line: [UInt8] = []
  private let limit: Int

  /// Whether no line has begun.
  var isComplete: Bool { line.isEmpty }

  init(limit: Int) { self.limit = limit }

  mutating func add(_ bytes: some Sequence<UInt8>, _ onLine: (String) -> Void) {
    for byte in bytes {
      if byte == 0x0A || line.count >= limit { flush(onLine) }
      if byte != 0x0A { line.append(byte) }
    }
  }

  mutating func finish(_ onLine: (String) -> Void) {
    if !line.isEmpty { flush(onLine) }
  }

  private mutating func flush(_ onLine: (String) -> Void) {
    if line.last == 0x0D { line.removeLast() }
    onLine(String(decoding: line, as: UTF8.self))
    line.removeAll(keepingCapacity: true)
  }
}
