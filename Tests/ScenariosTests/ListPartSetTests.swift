// Scripted and real parts return the same results for all options.

import PromiseScope

@testable import Scenarios

struct ListPartSetTests {
  @Test("scripted and real parts return the same results", arguments: ListFailure.allCases, CacheState.allCases)
  func sameAnswers(failure: ListFailure, cache: CacheState) async throws {
    var options = ScenarioOptions()
    options.failure = failure
    options.cache = cache
    options.seed = 7
    options.speed = 1000
    let real = try await ListPartSet.real(options)
    let expected = await answers(of: real)
    await real.close()
    let scripted = ListPartSet.scripted(options, timeline: .atOnce)
    await expectEqual(answers(of: scripted), expected)
    #expect(expected.first?.contains("failure") == (cache == .corrupt || failure == .local))
    #expect(expected[1].contains("failure") == (failure == .remote))
  }

  @Test("closing removes the folder")
  func close() async throws {
    var options = ScenarioOptions()
    options.speed = 1000
    let parts = try await ListPartSet.real(options)
    let cache = try #require(parts.cache as? DatabaseCache)
    #expect(FileManager.default.fileExists(atPath: cache.path))
    await parts.close()
    #expect(!FileManager.default.fileExists(atPath: cache.path))
  }

  @Test func theScreenIsEmptyBeforeARefreshAndShowsTheCachedListBeforeLoadingMore() {
    let list = SampleList()
    #expect(ListScreen(.refresh, of: list).shown.isEmpty)
    expectEqual(ListScreen(.more, of: list).shown.items, Array(list.cached.items.prefix(6)))
  }

  /// The results of a part set: two loads, the sticky items, the first page, a later page, save, and another load.
  private func answers(of parts: ListPartSet) async -> [String] {
    let page = SampleList(seed: 7).page(before: nil)
    return [
      await text { try await parts.cache.loaded() },
      await text { try await parts.service.answer(before: nil) },
      await text { try await parts.cache.loaded(below: 108) },
      await text { try await parts.stickies.loaded() },
      await text { try await parts.service.answer(before: 101) },
      await text { try await parts.cache.saved(ItemList().merging(page)) },
      await text { try await parts.cache.loaded() },
    ]
  }

  private func text<Value: Sendable>(_ body: () async throws -> Value) async -> String {
    do { return "success \(String(reflecting: try await body()))" } catch { return "failure \(error)" }
  }
}

extension Timeline {
  static let atOnce = Timeline(on: ImpatientExecutor())
}

/// An executor whose timers fire immediately.
private final class ImpatientExecutor: PromiseExecutor, @unchecked Sendable {
  init() { super.init(label: "impatient") }

  override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    work()
    return Fired()
  }

  private struct Fired: ScheduledTimer {
    func cancel() {}
  }
}
