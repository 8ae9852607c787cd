// Running a program of an exercise without a screen, with what it prints in a pipe. Owns the pipe, the time limit, and passing Ctrl-C on.

import Foundation

/// A program that has run.
struct PipedProgram {
  let pid: pid_t
  let end: ChildProcess.End
  /// What it printed, by line.
  let output: [String]
  /// Whether it was ended because the time was up.
  let isOverdue: Bool

  /// The largest number of bytes of output that are kept.
  private static let outputLimit = 1 << 20

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - limit: Waits until the time is up; returns false if the program ended first. Called on a thread of its own.
  ///   - start: Starts the program with these standard descriptors.
  /// - Throws: ``Failure`` if it can't be started.
  static func run(
    limit: @escaping @Sendable (() -> Bool) -> Bool, start: ([Int32]) throws -> ChildProcess
  ) throws -> PipedProgram {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(sentence: "can't create a pipe: \(errorText()).", code: .notRecorded) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    SignalRelay.begin()
    defer { SignalRelay.end() }
    let child: ChildProcess
    do {
      defer { for end in [ends[1], null] { close(end) } }
      child = try start([null, ends[1], ends[1]])
    } catch {
      close(ends[0])
      throw error
    }
    SignalRelay.pass(to: child.pid)
    let watch = Watch()
    Thread.detachNewThread {
      if limit({ watch.hasEnded }) { watch.expire { kill(child.pid, SIGKILL) } }
    }
    let reader = Thread.reading(ends[0], limit: outputLimit)
    let end = child.wait(stopped: SignalRelay.stop) {
      SignalRelay.pass(to: nil)
      watch.end()
    }
    // A process that the program has started may keep the pipe open.
    let bytes = reader(1)
    return PipedProgram(
      pid: child.pid, end: end, output: String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init),
      isOverdue: watch.isOverdue)
  }

  /// Whether the program has ended, and who ended it.
  private final class Watch: @unchecked Sendable {
    private let lock = NSLock()
    private var (ended, overdue) = (false, false)

    var hasEnded: Bool { lock.withLock { ended } }
    var isOverdue: Bool { lock.withLock { overdue } }
    func end() { lock.withLock { ended = true } }
    func expire(_ kill: () -> Void) {
      lock.withLock {
        guard !ended else { return }
        overdue = true
        kill()
      }
    }
  }
}

extension Thread {
  /// Reads a pipe on a thread of its own.
  ///
  /// - Parameters:
  ///   - descriptor: The end to read, which is closed at its end.
  ///   - limit: The number of bytes to keep; further ones are read and dropped.
  /// - Returns: A function that waits for the end of the pipe, at most a number of seconds, and returns the bytes.
  fileprivate static func reading(_ descriptor: Int32, limit: Int) -> (_ seconds: Double) -> [UInt8] {
    final class Bytes: @unchecked Sendable {
      let lock = NSLock()
      var all: [UInt8] = []
      let isDone = DispatchSemaphore(value: 0)
    }
    let bytes = Bytes()
    detachNewThread {
      var part = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(descriptor, &part, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes.lock.withLock { bytes.all += part.prefix(min(count, max(0, limit - bytes.all.count))) }
      }
      close(descriptor)
      bytes.isDone.signal()
    }
    return { seconds in
      _ = bytes.isDone.wait(timeout: .now() + seconds)
      return bytes.lock.withLock { bytes.all }
    }
  }
}
