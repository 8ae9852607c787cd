// The unfinished file that must not survive a Ctrl-C. Owns three signals once such a file was begun. Refuses to know what it
// holds.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Removes an unfinished file where a signal ends the process, which then ends by that signal as its parent expects.
enum Leftovers {
  /// Address of a C string that is never freed, for a handler may be reading it; 0 where there is none.
  private static let path = Atomic<UInt>(0)

  /// Remembers the one unfinished file of this process.
  ///
  /// - Parameter file: Its path; nothing need be there yet.
  static func remove(atSignal file: String) {
    path.store(UInt(bitPattern: strdup(file)), ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let former = signal(number) { number in
        // Only what a handler may do.
        if let file = UnsafePointer<CChar>(bitPattern: Leftovers.path.load(ordering: .acquiring)) { unlink(file) }
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
      // Who started this process (nohup) wanted it to ignore the signal.
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  /// The file is finished, or gone.
  static func forget() { path.store(0, ordering: .releasing) }
}
