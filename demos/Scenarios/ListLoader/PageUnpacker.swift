// A source that can be paused: it unpacks a page item by item and reports its progress. Owns its current position; does not
// know who pauses it.

import PromiseScope
import Synchronization

/// Unpacks one page, a few items at a time.
final class PageUnpacker: Sendable {
  private struct State {
    var done = 0
    var isPaused = false
    /// The next tick is on its way.
    var isTicking = false
  }

  private static let ticks = 4
  private let page: ListPage
  private let scene: Scene
  private let resolver: Resolver<ListPage>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - page: The page to unpack; nil for a page without items.
  ///   - scene: Schedules the work.
  init(_ page: ListPage?, scene: Scene) {
    self.page = page ?? ListPage(items: [], before: nil, hasMore: false)
    self.scene = scene
    resolver = Promise<ListPage>.withResolvers().resolver
  }

  /// Starts unpacking.
  ///
  /// - Returns: The promise of the page; pausing it suspends the work between two ticks.
  func unpack() -> Promise<ListPage> {
    resolver.promise.pausable(pause: { self.setPaused(true) }, resume: { self.setPaused(false) })
    tick()
    return resolver.promise.named("unpack", in: scene)
  }

  private func setPaused(_ isPaused: Bool) {
    state.withLock { $0.isPaused = isPaused }
    tick()
  }

  /// Does a quarter of the work after a while, unless it is paused or already scheduled.
  private func tick() {
    let begins = state.withLock { state in
      defer { if !state.isPaused { state.isTicking = true } }
      return !state.isPaused && !state.isTicking
    }
    if begins { scene.after(0.3) { ended in self.end(tick: ended) } }
  }

  private func end(tick ended: Result<Void, any Error>) {
    if case .failure(let error) = ended {
      resolver.reject(error)
      return
    }
    let done = state.withLock { state in
      state.isTicking = false
      state.done += 1
      return state.done
    }
    guard done < Self.ticks else {
      resolver.fulfill(page)
      return
    }
    let isHalf = done * 2 == Self.ticks
    resolver.progress(Double(done) / Double(Self.ticks), stage: isHalf ? "half of it" : "\(done) of \(Self.ticks)")
    tick()
  }
}
