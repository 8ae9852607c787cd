// The scripted parts of the list loader: they answer like the real ones after the same time, on a timeline that may be
// manual. Owns their answers; uses neither a disk nor a network.

import Synchronization

/// A list cache in memory that behaves like `DatabaseCache` with a file in the same state.
final class ScriptedCache: ListCache {
  private let stored: Mutex<Result<ItemList, ListError>>
  private let delays: PartDelays
  private let timeline: Timeline
  private let inFlight = InFlight()

  init(_ state: CacheState, list: ItemList, failure: ListFailure, delays: PartDelays, timeline: Timeline) {
    let content: Result<ItemList, ListError> =
      switch (state, failure) {
      case (.corrupt, _): .failure(.unreadableCache(reason: "file is not a database"))
      case (_, .local): .failure(.unreadableCache(reason: "no such table: item"))
      case (.empty, _): .success(ItemList())
      case (.full, _): .success(list)
      }
    stored = Mutex(content)
    self.delays = delays
    self.timeline = timeline
  }

  /// The whole list that is stored now, or why it can't be read.
  var content: Result<ItemList, any Error> { stored.withLock { $0 }.mapError { $0 } }

  func load(below: Int?, _ completion: @escaping Completion<ItemList>) {
    let complete = inFlight.admit(completion)
    timeline.after(delays.load) { [self] in complete(content.map { $0.ordinaries(below: below) }) }
  }

  func save(_ list: ItemList, _ completion: @escaping Completion<ItemList>) {
    let complete = inFlight.admit(completion)
    timeline.after(delays.save) { [self] in
      stored.withLock { $0 = .success(list) }
      complete(.success(list))
    }
  }

  func cancel() { inFlight.cancel() }
}

/// Sticky items in memory, which behave like `StickyFile`.
final class ScriptedStickies: StickySource {
  private let stickies: ItemList
  private let delays: PartDelays
  private let timeline: Timeline
  private let inFlight = InFlight()

  init(_ stickies: ItemList, delays: PartDelays, timeline: Timeline) {
    self.stickies = stickies
    self.delays = delays
    self.timeline = timeline
  }

  func load(_ completion: @escaping Completion<ItemList>) {
    let complete = inFlight.admit(completion)
    timeline.after(delays.sticky) { [self] in complete(.success(stickies)) }
  }

  func cancel() { inFlight.cancel() }
}

/// A list service that answers like `ListServer`, without a server.
final class ScriptedService: ListService {
  private let list: SampleList
  private let isFailing: Bool
  private let latency: Double
  private let timeline: Timeline
  private let inFlight = InFlight()

  init(serving list: SampleList, isFailing: Bool, latency: Double, timeline: Timeline) {
    self.list = list
    self.isFailing = isFailing
    self.latency = latency
    self.timeline = timeline
  }

  func page(before: Int?, _ completion: @escaping Completion<ListPage>) {
    let complete = inFlight.admit(completion)
    timeline.after(latency) { [self] in
      complete(isFailing ? .failure(ListError.refused(status: 503)) : .success(list.page(before: before)))
    }
  }

  func cancel() { inFlight.cancel() }
}
