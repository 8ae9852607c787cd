// Everything open that waits for a promise, with the way to it.
//
//     #7 new Promise ○  ←  #4 "crawl" awaits it at crawl.js:4  ←  #2 "run" awaits #4 at limit.js:12

import ChainModel
import PromiseTrace

/// An open promise that waits for another one, directly or through others.
struct Waiter {
  var promise: PromiseID
  /// How it waits for its source.
  var kind: ChainStore.Dependence
  /// The index of the waiter that it waits for; nil if it waits for the promise itself.
  var source: Int?
  /// Where its body awaits its source; nil if it does not, or the log does not say.
  var site: Site?
}

extension ChainStore {
  /// The open promises that wait for a promise, nearest first.
  ///
  /// - Parameter isFollowed: Whether to go on from a waiter to those that wait for it.
  /// - Complexity: O(1): it finds at most 256 promises.
  func waiters(of id: PromiseID, isFollowed: (Waiter) -> Bool = { _ in true }) -> [Waiter] {
    var (found, ways, seen) = ([Waiter](), [(id, Int?.none)], Set([id]))
    var next = 0
    while next < ways.count, found.count < 256 {
      let (source, index) = ways[next]
      next += 1
      forEachDependent(of: source, limit: 64) { dependent, kind, _ in
        guard dependent != 0, state(of: dependent)?.isOpen == true, seen.insert(dependent).inserted else { return true }
        let site = kind == .awaited ? awaitSite(of: dependent, for: source) : nil
        let waiter = Waiter(promise: dependent, kind: kind, source: index, site: site)
        found.append(waiter)
        if isFollowed(waiter) { ways.append((dependent, found.count - 1)) }
        return found.count < 256
      }
    }
    return found
  }
}

extension [Waiter] {
  /// Those between a promise and one of its waiters, nearest to that waiter first.
  func way(to index: Int) -> some Sequence<Waiter> {
    sequence(state: self[index].source) { index in
      guard let current = index else { return nil }
      index = self[current].source
      return self[current]
    }
  }
}
