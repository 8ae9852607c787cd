// The parts of one list loader run, real or scripted, assembled from the options. Owns the temporary folder and the
// server; does not know the flow.

import PromiseScope

/// A cache, sticky items, a service, and a screen that belong to one run.
struct ListPartSet: FlowParts {
  let cache: any ListCache
  let stickies: any StickySource
  let service: any ListService
  let screen: ListScreen
  /// Releases the port and the folder.
  let giveBack: @Sendable () async -> Void

  func close() async { await giveBack() }

  /// Cancels the work in flight.
  func cancel() {
    cache.cancel()
    stickies.cancel()
    service.cancel()
  }

  /// Loads the local parts of the list: before a refresh the sticky items and all others, for "more" those below the shown ones.
  func loadLocal(_ direction: ListDirection, _ scene: Scene) -> [Promise<ItemList>] {
    let isRefresh = direction == .refresh
    let pinned = isRefresh ? [scene.wrap("load sticky") { stickies.load($0) }] : []
    let below = isRefresh ? nil : screen.shown.cursor
    return pinned + [scene.wrap("load local") { cache.load(below: below, $0) }]
  }

  /// Scripted parts on a timeline.
  static func scripted(_ options: ScenarioOptions, timeline: Timeline) -> ListPartSet {
    let list = SampleList(seed: options.seed ?? SeededGenerator.defaultSeed)
    let delays = PartDelays.paced(latency: options.latency)
    return ListPartSet(
      cache: ScriptedCache(
        options.cache, list: list.cached, failure: options.failure, delays: delays, timeline: timeline),
      stickies: ScriptedStickies(list.pinned(options.cache), delays: delays, timeline: timeline),
      service: ScriptedService(
        serving: list, isFailing: options.failure == .remote, latency: delays.answer, timeline: timeline),
      screen: ListScreen(options.direction, of: list),
      giveBack: {})
  }

  /// Real parts: an SQLite file in a new temporary folder, a server on a free loopback port, and its client.
  ///
  /// - Throws: If the folder, the file, or the port is unavailable; nothing is left behind.
  static func real(_ options: ScenarioOptions) async throws -> ListPartSet {
    let list = SampleList(seed: options.seed ?? SeededGenerator.defaultSeed)
    let delays = PartDelays.paced(latency: options.latency, speed: options.speed)
    let folder = try TemporaryFolder()
    let path = try folder.makeFile("list.sqlite")
    try DatabaseCache.prepare(options.cache, at: path, list: list.cached)
    if options.failure == .local, options.cache != .corrupt { try DatabaseCache.dropTable(at: path) }
    let pins = try folder.makeFile("stickies.json")
    try StickyFile.prepare(list.pinned(options.cache), at: pins)
    let server = try await ListServer(serving: list, latency: delays.answer, isFailing: options.failure == .remote)
    return ListPartSet(
      cache: DatabaseCache(path: path, delays: delays),
      stickies: StickyFile(path: pins, delays: delays),
      service: ListClient(address: server.address),
      screen: ListScreen(options.direction, of: list),
      giveBack: {
        await server.stop()
        folder.remove()
      })
  }
}

extension ListScreen {
  /// The screen at the start of a load: empty before a refresh; before "load more" it shows the top of an earlier list.
  convenience init(_ direction: ListDirection, of list: SampleList) {
    let top = ItemList(items: Array(list.cached.items.prefix(6)))
    self.init(showing: direction == .more ? top : ItemList())
  }
}
