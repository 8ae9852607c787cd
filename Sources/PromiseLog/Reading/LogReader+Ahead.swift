// Reading a large file that is decoded in advance. `LogAhead` decodes the chunks.

import PromiseTrace

extension LogReader {
  /// Reads a file in chunks of a given size, decoded in advance, whatever its size and the machine.
  ///
  /// - Throws: ``LogError/unreadable(path:message:)`` if the file can't be opened.
  package convenience init(path: String, block: Int, hasThread: Bool = true, follow: Bool = false) throws(LogError) {
    try self.init(path: path, follow: follow)
    (mayReadAhead, forced) = (true, (block, hasThread))
  }

  /// Decodes the rest of the file in advance, if it is worthwhile.
  func startReadingAhead() {
    mayReadAhead = false
    guard let (file, _) = input.rereadable else { return }
    let offset = input.position
    let rest = (input.size ?? 0) - offset
    guard forced != nil || rest >= LogAhead.worthwhile else { return }
    ahead = LogAhead(
      file, at: offset, texts: texts, decoder: decoder, block: forced?.block ?? LogAhead.block,
      hasThread: forced?.hasThread ?? true)
  }

  func stopReadingAhead(_ ahead: LogAhead) {
    input.skip(to: ahead.end)
    ahead.stop()
    self.ahead = nil
  }

  /// Takes lines of a chunk until enough events were delivered, or an event waits for its turn.
  func deliver(from chunk: LogChunk, until full: Int, _ events: inout [Event]) {
    while events.count < full, waiting == nil, !isEnded {
      let next = chunk.nextEvent
      if chunk.nextOther < chunk.others.count, chunk.others[chunk.nextOther].events == next {
        line += chunk.others[chunk.nextOther].lines
        if let problem = chunk.others[chunk.nextOther].problem { skip(problem.message) }
        chunk.nextOther += 1
      } else if next < chunk.events.count {
        line += 1
        chunk.nextEvent = next + 1
        deliverInOrder(chunk.events[next], at: nil, &events)
      } else if !chunk.isDecoded {
        chunk.decodeRest(with: decoder)
      } else {
        ahead?.recycle(chunk)
        self.chunk = nil
        return
      }
    }
  }
}
