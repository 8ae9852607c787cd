// The cache on a real SQLite file, in each of its states.

import Synchronization

@testable import Scenarios

struct DatabaseCacheTests {
  @Test func aFullCacheReturnsTheItemsThatAreNotStickyInOrderAndOnlyTheOlderOnesBelowAnItem() async throws {
    try await withCache(.full) { cache, list, _ in
      let loaded = try await cache.loaded()
      expectEqual(loaded.items, list.ordinaries)
      let below = try await cache.loaded(below: 106)
      expectEqual(below.items.map(\.id), [105, 104])
      let none = try await cache.loaded(below: 1)
      #expect(none.isEmpty)
    }
  }

  @Test func anEmptyCacheReturnsAnEmptyList() async throws {
    try await withCache(.empty) { cache, _, _ in
      let loaded = try await cache.loaded()
      #expect(loaded.isEmpty)
    }
  }

  @Test("loading from a corrupt file fails with SQLite's message")
  func corrupt() async throws {
    try await withCache(.corrupt) { cache, _, _ in
      let expected = ListError.unreadableCache(reason: "file is not a database")
      await #expect(throws: expected) { _ = try await cache.loaded() }
    }
  }

  @Test func loadingFromADatabaseWithoutTheTableFails() async throws {
    try await withCache(.full) { cache, _, path in
      try DatabaseCache.dropTable(at: path)
      let expected = ListError.unreadableCache(reason: "no such table: item")
      await #expect(throws: expected) { _ = try await cache.loaded() }
    }
  }

  @Test("saving replaces the list in every state of the cache", arguments: CacheState.allCases)
  func save(state: CacheState) async throws {
    try await withCache(state) { cache, _, _ in
      let list = SampleList(seed: 7).all
      let saved = try await cache.saved(list)
      expectEqual(saved, list)
      let loaded = try await cache.loaded()
      expectEqual(loaded.items, list.ordinaries)
    }
  }

  @Test func savingToAMissingFolderFails() async throws {
    let cache = DatabaseCache(path: "/nowhere/at/all/list.sqlite")
    let expected = ListError.unwritableCache(reason: "unable to open database file")
    await #expect(throws: expected) { _ = try await cache.saved(ItemList()) }
  }

  @Test("cancellation ends a request in flight and rejects later requests")
  func cancel() {
    // Only the cancellation can end a delay this long.
    let cache = DatabaseCache(path: "/nowhere", delays: PartDelays(load: 3600, answer: 0, save: 3600))
    let outcomes = Mutex<[String]>([])
    cache.load(below: nil) { result in outcomes.withLock { $0.append("load: \(result)") } }
    cache.save(ItemList()) { result in outcomes.withLock { $0.append("save: \(result)") } }
    cache.cancel()
    cache.load(below: nil) { result in outcomes.withLock { $0.append("late: \(result)") } }
    let failure = "failure(Swift.CancellationError())"
    expectEqual(outcomes.withLock { $0 }, ["load: \(failure)", "save: \(failure)", "late: \(failure)"])
  }

  /// Runs `body` with a cache in a temporary folder, its initial list and its path.
  private func withCache(
    _ state: CacheState, _ body: (DatabaseCache, ItemList, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pscope-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("list.sqlite").path
    let list = SampleList().cached
    try DatabaseCache.prepare(state, at: path, list: list)
    try await body(DatabaseCache(path: path), list, path)
  }
}

extension StickySource {
  func loaded() async throws -> ItemList {
    try await withCheckedThrowingContinuation { continuation in load { continuation.resume(with: $0) } }
  }
}

extension ListCache {
  func loaded(below: Int? = nil) async throws -> ItemList {
    try await withCheckedThrowingContinuation { continuation in load(below: below) { continuation.resume(with: $0) } }
  }

  func saved(_ list: ItemList) async throws -> ItemList {
    try await withCheckedThrowingContinuation { continuation in save(list) { continuation.resume(with: $0) } }
  }
}
