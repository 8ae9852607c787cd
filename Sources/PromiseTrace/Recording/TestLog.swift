// The log of one test, whose promises have a tracer of their own and so are not in the recording of the process. Owns its file, and what of
// values it leaves out. Its reader, the test's session, hands it the events.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A log beside that of the process, in the folder or beside the file that the process records to.
///
/// Not thread-safe: use it from one thread at a time. A file that can't be written leaves the test alone.
package final class TestLog {
  private let writer: LogWriter
  private let values: ValuePolicy
  private var isOpen = true

  /// What PROMISESCOPE requests, unless the program has started a recording itself.
  private static let requested = Recording.requestFromEnvironment()
  private static var request: Recording.Request? { Recording.current?.request ?? requested }

  /// How much of values a test's tracer records for a log; nil if nothing is recorded.
  package static var values: ValuePolicy? { request?.values }

  /// Creates the log; nil if the process records nothing, or to a pipe or a device, which holds one log.
  ///
  /// - Parameters:
  ///   - reader: The reader of the test's tracer.
  ///   - test: The name of the test.
  package init?(of reader: TraceReader, test: String) {
    guard let request = TestLog.request else { return nil }
    let path = RecordingPath(text: request.path)
    guard !path.isPipe, !path.isDevice else { return nil }
    // Like a forked child, it never takes the requested name, which is that of the process.
    let mode = mode_t(truncatingIfNeeded: request.mode)
    guard let file = try? RecordingFile(path: request.path, mode: mode, isForked: true) else { return nil }
    var header = reader.header
    (header.values, header.sourceRoot) = (request.values, request.sourceRoot)
    header.program += " \(test)"
    values = request.values
    writer = LogWriter(header, reader.texts, file, limit: request.limit)
  }

  /// Writes events, without what the recording's policy on values excludes.
  package func write(_ events: [Event]) {
    guard isOpen, !events.isEmpty else { return }
    isOpen = writer.write { batch in
      batch += events
      guard values == .off else { return }
      for index in batch.indices where [.fulfilled, .rejected].contains(batch[index].kind) { batch[index].text = .none }
    } _: { bytes in
      writer.file.write(bytes, canWait: { _ in true }) == .all
    }
    if !isOpen || events.last?.kind == .ended { close() }
  }

  private func close() {
    isOpen = false
    writer.file.close()
  }
}
