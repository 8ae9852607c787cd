// Promises/A+ §2.2.7 and §2.3: what settles the promise that `then` returns.

import PromiseCore
import TestSupport
import Testing

@Suite struct APlusResolutionTests {
  @Test("2.2.7.1, 2.3.4 a returned value fulfills it", arguments: Vocabulary.allCases, Moment.allCases)
  func value(_ vocabulary: Vocabulary, _ moment: Moment) {
    check(vocabulary, moment, [.fulfilled("after v"), .fulfilled("after one")]) {
      $0.then { "after \($0)" }
    } rejected: {
      $0.rescue { "after \($0)" }
    }
  }

  @Test("2.2.7.2 a thrown error rejects it", arguments: Vocabulary.allCases, Moment.allCases)
  func error(_ vocabulary: Vocabulary, _ moment: Moment) {
    check(vocabulary, moment, [.rejected("two"), .rejected("three")]) {
      $0.then { _ in throw Oops.two }
    } rejected: {
      $0.rescue { _ in throw Oops.three }
    }
    check(vocabulary, moment, [.rejected("two"), .rejected("three")]) {
      $0.thenFollow { _ in throw Oops.two }
    } rejected: {
      $0.rescueFollow { _ in throw Oops.three }
    }
  }

  @Test("2.2.7.3, 2.2.7.4 without a handler, the outcome is passed on", arguments: Vocabulary.allCases, Moment.allCases)
  func passes(_ vocabulary: Vocabulary, _ moment: Moment) {
    check(vocabulary, moment, [.fulfilled("v"), .rejected("one")]) {
      $0.rescue { _ in "" }
    } rejected: {
      $0.then { _ in "" }
    }
    check(vocabulary, moment, [.fulfilled("v"), .rejected("one")]) { promise in
      promise.rescueFollow { _ in promise }
    } rejected: { promise in
      promise.thenFollow { _ in promise }
    }
  }

  @Test("2.3.1 a promise that would follow itself is rejected", arguments: Vocabulary.onQueues, Moment.allCases)
  func itself(_ vocabulary: Vocabulary, _ moment: Moment) {
    virtually { executor in
      let boxes = List<any Subject>()
      vocabulary.fulfill(at: moment, in: executor) { promise in
        boxes.add(promise.thenFollow { _ in boxes.elements[0] })
      }
      guard case .rejected = boxes.elements[0].state else {
        Issue.record("\(boxes.elements[0].state)")
        return
      }
    }
  }

  @Test("2.3.2 it settles like the returned promise", arguments: Vocabulary.allCases, pairs)
  func follows(_ vocabulary: Vocabulary, _ pair: (outer: Moment, inner: Moment)) {
    virtually { executor in
      let ends = List<any Subject>()
      vocabulary.fulfill(at: pair.outer, in: executor) { promise in
        vocabulary.fulfill(at: pair.inner, with: "w", in: executor) { inner in
          ends.add(promise.thenFollow { _ in inner })
        }
        vocabulary.reject(at: pair.inner, with: .two, in: executor) { inner in
          ends.add(promise.thenFollow { _ in inner })
        }
      }
      vocabulary.reject(at: pair.outer, in: executor) { promise in
        vocabulary.fulfill(at: pair.inner, with: "w", in: executor) { inner in
          ends.add(promise.rescueFollow { _ in inner })
        }
      }
      expectEqual(ends.elements.map(\.state), [.fulfilled("w"), .rejected("two"), .fulfilled("w")])
    }
  }

  @Test("2.3.2.1 it stays pending until the returned promise settles", arguments: Vocabulary.allCases)
  func staysPending(_ vocabulary: Vocabulary) {
    virtually { executor in
      let (outer, inner) = (vocabulary.pending(), vocabulary.pending())
      let next = outer.promise.thenFollow { _ in inner.promise }
      outer.fulfill("v")
      executor.run()
      expectEqual(next.state, .pending)
      inner.fulfill("w")
      executor.run()
      expectEqual(next.state, .fulfilled("w"))
    }
  }

  @Test("2.3.2 adoption works through a thousand promises", arguments: Vocabulary.allCases)
  func longChain(_ vocabulary: Vocabulary) {
    virtually { executor in
      let source = vocabulary.pending()
      let end = (0..<1000).reduce(source.promise) { inner, _ in
        let outer = vocabulary.pending()
        outer.fulfill("v")
        return outer.promise.thenFollow { _ in inner }
      }
      executor.run()
      expectEqual(end.state, .pending)
      source.fulfill("w")
      executor.run()
      expectEqual(end.state, .fulfilled("w"))
    }
  }

  /// Settles a promise either way at a moment and compares the states of the promises that the closures derive.
  private func check(
    _ vocabulary: Vocabulary, _ moment: Moment, _ expected: [State], _ fulfilled: (any Subject) -> any Subject,
    rejected: (any Subject) -> any Subject, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    virtually { executor in
      let results = List<any Subject>()
      vocabulary.fulfill(at: moment, in: executor) { results.add(fulfilled($0)) }
      vocabulary.reject(at: moment, in: executor) { results.add(rejected($0)) }
      expectEqual(results.elements.map(\.state), expected, sourceLocation: sourceLocation)
    }
  }
}

private let pairs = Moment.allCases.flatMap { outer in Moment.allCases.map { (outer: outer, inner: $0) } }
