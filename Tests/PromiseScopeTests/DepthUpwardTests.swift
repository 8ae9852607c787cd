// Tests signals that travel up a chain (cancellation, pausing, observation, cycle detection) and progress that travels down,
// on a thread with 512 KiB of stack.

@Suite("depth: signals along a chain", .serialized)
struct DepthUpwardTests {
  /// A chain of promises that pass values on unchanged, by the kind of its links.
  enum Links: CaseIterable, Sendable {
    case handlers, passing, adoptions

    func end(of root: Promise<Int>) -> Promise<Int> {
      var last = root
      for _ in 0..<deep {
        switch self {
        case .handlers: last = last.then(on: .inline) { $0 + 1 }
        case .passing: last = last.catch(on: .inline) { _ in }
        case .adoptions:
          let (next, resolver) = Promise<Int>.withResolvers()
          resolver.resolve(last)
          last = next
        }
      }
      return last
    }
  }

  @Test("cancellation travels from the end up to the source", arguments: Links.allCases)
  func cancelledUp(_ links: Links) {
    onSmallStack {
      let living = Counter()
      let heard = Counter()
      do {
        let probe = Probe(living)
        let root = Promise<Int>.pending().cancelling {
          _ = probe
          heard.add(1)
        }
        let end = links.end(of: root)
        #expect(end.cancel() && end.error is CancellationError && root.error is CancellationError)
      }
      #expect(heard.value == 1 && living.value == 0)
    }
  }

  @Test("cancellation travels up a chain whose links nothing else retains", arguments: Links.allCases)
  func cancelledUpThroughDropped(_ links: Links) {
    onSmallStack {
      weak var source: Promise<Int>?
      do {
        let end: Promise<Int>
        do {
          let root = Promise<Int>.pending()
          source = root
          end = links.end(of: root)
          end.cancel()
        }
        #expect(end.error is CancellationError)
      }
      #expect(source == nil)
    }
  }

  @Test("cancellation travels from the source down", arguments: Links.allCases)
  func cancelledDown(_ links: Links) {
    onSmallStack {
      let root = Promise<Int>.pending()
      let end = links.end(of: root)
      #expect(root.cancel() && end.error is CancellationError)
    }
  }

  @Test("pausing and resuming travel from the end up to the source", arguments: Links.allCases)
  func paused(_ links: Links) {
    onSmallStack {
      let notes = Notes()
      let root = Promise<Int>.pending()
      root.pausable(pause: { notes.add("pause") }, resume: { notes.add("resume") })
      let end = links.end(of: root)
      #expect(end.pause() && end.resume() && notes.lines == ["pause", "resume"])
      root.fulfill(0)
      #expect(end.isFulfilled && !end.pause())
    }
  }

  @Test("progress travels down", arguments: [Links.passing, .adoptions])
  func progress(_ links: Links) {
    onSmallStack {
      let notes = Notes()
      let (root, resolver) = Promise<Int>.withResolvers()
      let end = links.end(of: root).onProgress { notes.add("\($0.fraction ?? -1)") }
      resolver.progress(0.5)
      expectEqual(notes.lines, ["0.5"])
      resolver.fulfill(1)
      expectEqual(end.currentValue, 1)
    }
  }

  @Test("progress is observed at every link", arguments: [Links.passing, .adoptions])
  func progressEverywhere(_ links: Links) {
    onSmallStack {
      let reports = Counter()
      let (root, resolver) = Promise<Int>.withResolvers()
      var last = root
      for _ in 0..<deep {
        if links == .passing {
          last = last.catch(on: .inline) { _ in }
        } else {
          let (next, resolver) = Promise<Int>.withResolvers()
          resolver.resolve(last)
          last = next
        }
        last.onProgress { _ in reports.add(1) }
      }
      resolver.progress(0.5)
      expectEqual(reports.value, deep)
    }
  }

  @Test("a cycle closed at the end rejects the whole chain", arguments: Links.allCases)
  func cycle(_ links: Links) {
    onSmallStack {
      weak var source: Promise<Int>?
      do {
        let (root, resolver) = Promise<Int>.withResolvers()
        source = root
        let end = links.end(of: root)
        resolver.resolve(end)
        #expect(root.error as? PromiseResolutionError == .cycle && end.error as? PromiseResolutionError == .cycle)
      }
      #expect(source == nil)
    }
  }

  @Test("a promise is canceled with the last of many waiters", arguments: [false, true])
  func cancelledOneByOne(_ isNewestFirst: Bool) {
    onSmallStack {
      let root = Promise<Int>.pending()
      var waiting = (0..<deep).map { _ in root.then(on: .inline) { $0 } }
      if isNewestFirst { waiting.reverse() }
      for promise in waiting.dropLast() { promise.cancel() }
      #expect(root.isPending)
      waiting[deep - 1].cancel()
      #expect(root.error is CancellationError)
    }
  }
}
