// What a tracer passes on to a reader.

/// The chunk lists of new threads, which a tracer adds and a reader takes.
final class ReaderInbox: Sendable {
  private let arrivals = Lock<[(chunkList: ChunkList, chunk: EventChunk)]>([])

  func add(_ chunkList: ChunkList, from chunk: EventChunk) {
    arrivals.withLock { $0.append((chunkList, chunk)) }
  }

  func take() -> [(chunkList: ChunkList, chunk: EventChunk)] {
    arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
  }
}
