// Tests deep ownership by values and errors that retain the next promise, on a thread with 512 KiB of stack.

import PromiseTrace
import Synchronization

@Suite("depth: values and errors that retain promises", .serialized)
struct DepthOfValuesTests {
  private struct Page: Sendable {
    let next: Promise<Page>?
    let probe: Probe?
  }

  private struct LargePage: Sendable {
    let next: Promise<LargePage>?
    let numbers = (1, 2, 3)
    let probe: Probe?
  }

  private final class Node: Sendable {
    let next: Promise<Node>?
    let probe: Probe

    init(_ next: Promise<Node>?, _ probe: Probe) {
      self.next = next
      self.probe = probe
    }
  }

  private indirect enum Many: Sendable {
    case end
    case some([Promise<Many>], Promise<Many>?, Probe)
  }

  private struct Failure: Error {
    let cause: Promise<Int>?
    let probe: Probe
  }

  /// Creates a chain on a small stack, releases it, and expects no leaks.
  private func free<Value>(
    _ last: @escaping @Sendable (Probe) -> Promise<Value>,
    _ make: @escaping @Sendable (_ next: Promise<Value>, Probe) -> Promise<Value>
  ) {
    onSmallStack {
      let living = Counter()
      do {
        let probe = Probe(living)
        var first = last(probe)
        for _ in 0..<deep { first = make(first, probe) }
        #expect(!first.isPending && living.value == 1)
      }
      expectEqual(living.value, 0)
    }
  }

  @Test func valuesStoredInThePromiseAreFreed() {
    free({ Promise(Page(next: nil, probe: $0)) }, { Promise(Page(next: $0, probe: $1)) })
  }

  @Test func valuesStoredInABoxAreFreed() {
    free({ Promise(LargePage(next: nil, probe: $0)) }, { Promise(LargePage(next: $0, probe: $1)) })
  }

  @Test func objectsAreFreed() {
    free({ Promise(Node(nil, $0)) }, { Promise(Node($0, $1)) })
  }

  @Test func arraysAndOptionalsOfPromisesAreFreed() {
    free({ _ in Promise(Many.end) }, { Promise(Many.some([$0, $0], $0, $1)) })
  }

  @Test func errorsAreFreed() {
    free({ Promise<Int>(Failure(cause: nil, probe: $0)) }, { Promise<Int>(Failure(cause: $0, probe: $1)) })
  }

  @Test func alternatingValuesAndErrorsAndTheHandlersThatRetainThemAreFreed() {
    struct Late: Error { let holder: Promise<(Promise<Int>, Promise<Int>, Probe)> }
    free(
      { Promise<Int>(Failure(cause: nil, probe: $0)) },
      { next, probe in
        let pending = Promise<Int>.pending()
        pending.then(on: .inline) { _ in _ = next }
        let holder = Promise(Page(next: nil, probe: probe)).then(on: .inline) { _ in (pending, next, probe) }
        return Promise<Int>(Late(holder: holder))
      })
  }

  @Test func valuesThatPassedThroughHandlersAreFreedWhileRecording() {
    let tracer = Tracer()
    tracer.run {
      free(
        { Promise(Page(next: nil, probe: $0)) },
        { next, probe in
          let source = Promise<Int>.pending()
          let page = source.then(on: .inline) { _ in Page(next: next, probe: probe) }
          source.fulfill(1)
          return page
        })
    }
  }

  @Test func theDeinitializerOfAValueMayUsePromisesWhichAreFreedToo() {
    final class Wish: Sendable {
      let wish: @Sendable () -> Void
      init(_ wish: @escaping @Sendable () -> Void) { self.wish = wish }
      deinit { wish() }
    }
    let living = Counter()
    let notes = Notes()
    do {
      var last: Promise<Wish>?
      for index in 0..<100 {
        let next = last
        last = Promise(
          Wish {
            _ = next
            let inner = Promise(Probe(living)).then(on: .inline) { $0 }
            if index % 30 == 0 { notes.add("\(index) \(inner.isFulfilled)") }
          })
      }
    }
    expectEqual(living.value, 0)
    expectEqual(notes.lines, ["90 true", "60 true", "30 true", "0 true"])
  }
}
