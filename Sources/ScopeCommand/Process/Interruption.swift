// The signals that end an export. The first signal requests an orderly end: the output is completed with the events read so
// far, and the process exits with 128 plus the signal number. A second signal, or three seconds without progress towards the
// end, removes the unfinished file and terminates the process.
//
// Owns SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGALRM during an export. Does not know what is exported.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether a signal has requested termination, and the unfinished file to remove.
enum Interruption {
  /// The number of the first signal; 0 if none has arrived.
  private static let first = Atomic<Int32>(0)
  /// Whether the export ends by itself after a signal.
  private static let isOrderly = Atomic<Bool>(true)
  /// The address of the file path, a C string that is never freed because a handler may be reading it; 0 for none.
  private static let unfinished = Atomic<UInt>(0)
  /// The time in seconds within which an orderly end must begin.
  private static let patience: UInt32 = 3

  /// The signal that requested termination.
  static var signal: Int32? {
    let number = first.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Installs the handlers; signals that were ignored when the process started (nohup) stay ignored.
  static func watch() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let former = set(number) { number in
        // Only async-signal-safe operations.
        let isFirst = Interruption.first.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
        guard isFirst.exchanged, Interruption.isOrderly.load(ordering: .acquiring) else { return Interruption.die() }
        alarm(Interruption.patience)
      }
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { _ = set(number, SIG_IGN) }
    }
    _ = set(SIGALRM) { _ in Interruption.die() }
  }

  static var endsOrderly: Bool { isOrderly.load(ordering: .acquiring) }

  /// Chooses between an orderly end and immediate termination.
  ///
  /// Input that can be read again, such as a file, needs no orderly end.
  static func endsOrderly(_ isOrderly: Bool) {
    self.isOrderly.store(isOrderly, ordering: .releasing)
    // A signal may already have arrived.
    if !isOrderly, signal != nil { die() }
  }

  /// Records that the orderly end has begun, and removes its time limit.
  static func acknowledge() { alarm(0) }

  /// Removes a file if a signal terminates the process.
  ///
  /// - Parameter file: The path of the file, which need not exist yet.
  static func removeIfKilled(_ file: String) {
    unfinished.store(UInt(bitPattern: strdup(file)), ordering: .releasing)
  }

  /// Keeps the file from now on: it is complete or already removed.
  static func forget() { unfinished.store(0, ordering: .releasing) }

  /// Removes the unfinished file and terminates the process with the first signal, as the parent process expects.
  private static func die() {
    if let file = UnsafePointer<CChar>(bitPattern: unfinished.load(ordering: .acquiring)) { unlink(file) }
    let number = first.load(ordering: .acquiring)
    _ = set(number, SIG_DFL)
    kill(getpid(), number)
  }

  private typealias Handler = @convention(c) (Int32) -> Void

  private static func set(_ number: Int32, _ handler: Handler?) -> Handler? {
    #if canImport(Glibc)
      Glibc.signal(number, handler)
    #else
      Darwin.signal(number, handler)
    #endif
  }
}
