// The unfinished file that must not survive a Ctrl-C. Owns the two signals while such a file exists. Refuses to know what it
// holds.

import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Removes an unfinished file where a signal ends the process, which then ends by that signal as its parent expects.
enum Leftovers {
  private struct State {
    var path: String?
    var sources: [any DispatchSourceSignal] = []
  }

  private static let state = Mutex(State())

  /// Remembers the one unfinished file of this process.
  ///
  /// - Parameter path: The file; it may be gone by then.
  static func remove(atSignal path: String) {
    state.withLock { state in
      state.path = path
      guard state.sources.isEmpty else { return }
      for number in [SIGINT, SIGTERM, SIGHUP] {
        var former = sigaction()
        sigaction(number, nil, &former)
        // Who started this process (nohup) wanted it to ignore the signal.
        if isIgnored(former) { continue }
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { end(by: number) }
        source.resume()
        state.sources.append(source)
      }
    }
  }

  /// The file is finished, or gone.
  static func forget() {
    state.withLock { $0.path = nil }
  }

  private static func end(by number: Int32) {
    // The lock is kept: nothing may start another file between the removal and the end.
    state.withLock { state in
      if let path = state.path { unlink(path) }
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
  }
}

private func isIgnored(_ action: sigaction) -> Bool {
  #if canImport(Glibc)
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  #else
    unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
  #endif
}
