// Stops the threads of a process, and continues them: in every case, because the kernel does it as soon as the thread that stopped them ends.
//
// PTRACE_SEIZE and PTRACE_INTERRUPT send no signal, so neither a shell nor a supervisor notices. A thread that waits in the kernel without being
// interruptible is not waited for: it executes none of its own code, but its registers are not known.

import CProcessMemory

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The threads of a process, as long as they stand still.
///
/// Belongs to the system thread that creates it, and to no other.
struct ThreadStop: ~Copyable {
  /// The time in which a thread has to stop, in nanoseconds, and the longer one of a thread that waits for a processor.
  private static let (patience, greatPatience): (UInt64, UInt64) = (100_000_000, 500_000_000)

  private let process: Int32
  private var seized: Set<Int32> = []
  /// The stopped threads, with the signal that each was about to receive.
  private var stopped: [Int32: Int32] = [:]
  /// Whether every thread of the process has stopped.
  private(set) var isWhole = false
  /// When the first thread was asked to stop, in nanoseconds of the system's clock.
  private(set) var start: UInt64 = 0

  /// Stops all threads, also those that appear meanwhile.
  ///
  /// - Throws: `.noSuchProcess`, `.notPermitted`, or `.traced`.
  init(_ process: Int32) throws(ProcessError) {
    self.process = process
    // A thread that runs may start others: until a round finds no new one.
    for round in 0..<16 {
      let new = Self.threads(of: process).filter { !seized.contains($0) }
      if new.isEmpty, round > 0 {
        isWhole = stopped.count == seized.count
        if isWhole { break }
      }
      for id in new {
        let error = process_thread_seize(id)
        if error == 0 { seized.insert(id) } else if id == process { throw ProcessError(seizing: process, error) }
      }
      if start == 0 { start = Self.now }
      for id in new where seized.contains(id) { _ = process_thread_interrupt(id) }
      wait(until: start + Self.patience * UInt64(round == 0 ? 1 : 2))
    }
    if seized.isEmpty { throw .noSuchProcess }
  }

  /// Waits for the seized threads to stop; those that are gone are forgotten.
  private mutating func wait(until limit: UInt64) {
    var pause: UInt32 = 50
    while true {
      var isWaiting = false
      for id in seized where stopped[id] == nil {
        var signal: Int32 = 0
        switch process_thread_has_stopped(id, &signal) {
        case 1: stopped[id] = signal
        case 0:
          switch Self.state(of: id, of: process) {
          // An ended thread may stay as a zombie until its debugger lets it go.
          case nil, "Z", "X": seized.remove(id)
          case "D": break
          default: isWaiting = true
          }
        default: seized.remove(id)
        }
      }
      if stopped.count >= seized.count || Self.now >= (isWaiting ? start + Self.greatPatience : limit) { return }
      // Each check takes processor time, which these threads may need.
      usleep(pause)
      pause = min(pause * 2, 1_000)
    }
  }

  /// The registers of the stopped threads.
  func registers() -> [MemoryImage.Thread] {
    let size = 12_288
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { space in
      guard let base = space.baseAddress else { return [] }
      return stopped.keys.sorted().map { id in
        var position = ThreadPosition()
        let count = Int(process_thread_registers(id, base, Int64(size), &position))
        let words = space[..<count].withMemoryRebound(to: UInt64.self) { Array($0) }
        return MemoryImage.Thread(
          id: id, instruction: position.instruction, stackPointer: position.stack, framePointer: position.frame,
          registers: words)
      }
    }
  }

  /// Lets the threads run; returns for how long they stood still at most, in nanoseconds.
  consuming func end() -> UInt64 {
    for (id, signal) in stopped { _ = process_thread_continue(id, signal) }
    stopped = [:]
    return Self.now - start
  }

  deinit {
    for (id, signal) in stopped { _ = process_thread_continue(id, signal) }
  }

  // MARK: System

  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func threads(of process: Int32) -> [Int32] {
    SystemFile.names(in: "/proc/\(process)/task").compactMap { Int32($0) }
  }

  private static func state(of id: Int32, of process: Int32) -> Character? {
    ProcessStatus.state(in: SystemFile.text("/proc/\(process)/task/\(id)/stat") ?? "")
  }
}
