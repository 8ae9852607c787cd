// Reads the first event of a log ahead of time, so that invalid input is reported before the screen opens.

import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension LogReader {
  /// The same log with its first event read; waits at most 200 ms for a log that may still grow.
  ///
  /// - Throws: ``LogError`` if the input is not a log.
  func checked() throws -> PassedSource {
    var (ahead, status) = ([Event](), SourceStatus.more)
    for _ in 0..<40 {
      status = try read(into: &ahead, limit: 1)
      guard status == .idle, ahead.isEmpty else { break }
      usleep(5000)
    }
    return PassedSource(self) { events, limit in
      guard limit > 0, !ahead.isEmpty || status == .ended else { return try self.read(into: &events, limit: limit) }
      events += ahead
      ahead = []
      return status
    }
  }
}
