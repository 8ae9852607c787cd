// The signals that end an export. The first one asks for an orderly end: what was read so far is completed, and the process exits
// with 128 plus the signal's number. A second one, or three seconds without an end, removes the unfinished file and kills.
//
// Owns SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGALRM during an export. Refuses to know what is exported.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether a signal asked this process to end, and what must not survive it.
enum Interruption {
  /// The first signal's number; 0 where none came.
  private static let first = Atomic<Int32>(0)
  /// Whether the process ends by itself after a signal.
  private static let isOrderly = Atomic<Bool>(true)
  /// Address of a C string that is never freed, because a handler may be reading it; 0 for none.
  private static let unfinished = Atomic<UInt>(0)
  /// Seconds that an orderly end may take before it starts to write.
  private static let patience: UInt32 = 3

  /// The signal that asked for the end.
  static var signal: Int32? {
    let number = first.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Takes the signals over; those that the process was started to ignore (nohup) stay ignored.
  static func watch() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let former = set(number) { number in
        // Only what a handler may do.
        let isFirst = Interruption.first.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
        guard isFirst.exchanged, Interruption.isOrderly.load(ordering: .acquiring) else { return Interruption.die() }
        alarm(Interruption.patience)
      }
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { _ = set(number, SIG_IGN) }
    }
    _ = set(SIGALRM) { _ in Interruption.die() }
  }

  /// Says whether the export ends by itself after a signal; else the process dies at once, which is what it does for input that is
  /// still there afterwards.
  static func endsOrderly(_ isOrderly: Bool) {
    self.isOrderly.store(isOrderly, ordering: .releasing)
    // A signal may have come meanwhile.
    if !isOrderly, signal != nil { die() }
  }

  /// The orderly end has begun and may take as long as it takes.
  static func acknowledge() { alarm(0) }

  /// Removes a file if the process dies.
  ///
  /// - Parameter file: Its path; it need not exist yet.
  static func removeIfKilled(_ file: String) {
    unfinished.store(UInt(bitPattern: strdup(file)), ordering: .releasing)
  }

  /// The file is finished, or gone.
  static func forget() { unfinished.store(0, ordering: .releasing) }

  /// Removes the unfinished file and dies by the first signal, as the parent expects.
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
