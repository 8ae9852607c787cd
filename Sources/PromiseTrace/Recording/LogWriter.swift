// Events as lines of a log: encoded, and written in pieces. Its caller decides when to write, and when to give up.

/// Encodes events, and writes them to a file.
///
/// Not thread-safe: the recording holds it in a lock.
final class LogWriter {
  let file: RecordingFile
  private let header: LogHeader
  private(set) var limit: LogLimit?
  private var encoder: LogEncoder
  private var events: [Event] = []
  private var bytes: [UInt8] = []

  init(_ header: LogHeader, _ texts: TextTable, _ file: RecordingFile, limit: Int?) {
    (self.header, self.file) = (header, file)
    self.limit = limit.map { LogLimit($0) }
    encoder = LogEncoder(texts: texts)
    encoder.encode(header, into: &bytes)
  }

  /// Continues with another table of texts.
  func renew(_ texts: TextTable) { encoder = LogEncoder(texts: texts) }

  /// Reads events, and writes them.
  ///
  /// - Parameters:
  ///   - read: Appends events.
  ///   - put: Writes bytes to the file; false if no more should be written.
  /// - Returns: Whether everything was written.
  func write(_ read: (inout [Event]) -> Void, _ put: ([UInt8]) -> Bool) -> Bool {
    events.removeAll(keepingCapacity: true)
    read(&events)
    for event in events {
      encoder.encode(event, into: &bytes)
      limit?.add(event)
      if let limit, bytes.count >= limit.piece, !flush(put) { return false }
    }
    return flush(put)
  }

  private func flush(_ put: ([UInt8]) -> Bool) -> Bool {
    guard !bytes.isEmpty else { return true }
    defer { bytes.removeAll(keepingCapacity: true) }
    if limit != nil, file.isRegular { keepWithinLimit(adding: bytes.count) }
    guard put(bytes) else { return false }
    limit?.wrote(bytes.count)
    return true
  }

  /// Leaves the log as it is, because it can't be written anymore.
  func stopLimiting() { limit = nil }

  // MARK: The size limit

  private func keepWithinLimit(adding count: Int) {
    guard var limit else { return }
    defer { self.limit = limit }
    if limit.cut == nil {
      guard limit.isReached(adding: count), limit.end.count > 0 else { return }
      let cut = limit.chooseCut()
      file.startCopy(start(at: cut), from: cut.offset)
    }
    guard let cut = limit.cut else { return }
    // Several times what is added, so that the copy catches up.
    switch file.copy(upTo: max(count &* 8, 1 << 20), of: limit.end.offset) {
    case .partly: break
    case .entirely: limit.didCut(start: start(at: cut).count)
    case .failed: empty(&limit)
    }
  }

  /// Starts the log again, because it can be neither copied nor replaced.
  private func empty(_ limit: inout LogLimit) {
    let start = start(at: limit.end)
    guard file.empty(), file.write(start, canWait: { _ in true }) == .all else { return }
    limit.didEmpty(start: start.count)
  }

  /// The header, and the number of the events that are missing.
  private func start(at cut: LogLimit.Mark) -> [UInt8] {
    var start: [UInt8] = []
    encoder.encode(header, into: &start)
    var lost = Event(.lost)
    (lost.sequence, lost.time, lost.count) = (cut.sequence, cut.time, cut.count)
    encoder.encode(lost, into: &start)
    return start
  }
}
