// Combinators nested deeper than any stack: values and progress propagate to the outermost, pausing and cancellation to the innermost.

import Synchronization

@Suite("combinators in combinators", .serialized)
struct CombinatorTests {
  /// A promise that waits for one input and settles like it.
  private func around(_ input: Promise<Int>) -> Promise<Int> {
    let combinator = Combinator<Int>("around", site: SourceSite())
    combinator.wait(for: [input]) { _, input in
      if input.isRejected { combinator.reject(like: input) }
    } whenLast: { input in
      combinator.promise.fulfillOnce(input.value(as: Int.self), via: input)
    }
    return combinator.promise
  }

  private func nested(in root: Promise<Int>) -> Promise<Int> {
    (0..<deep).reduce(root) { input, _ in around(input) }
  }

  @Test func aValueComesUpAndAnError() {
    onSmallStack {
      let roots = [Promise<Int>.made(), Promise<Int>.made()]
      let ends = roots.map { nested(in: $0) }
      roots[0].settle(1)
      roots[1].fail()
      #expect(ends[0].isFulfilled && ends[1].isRejected)
    }
  }

  @Test func progressComesUp() {
    onSmallStack {
      let root = Promise<Int>.made()
      let heard = Mutex<[Double?]>([])
      let end = nested(in: root)
      end.onProgress { report in heard.withLock { $0.append(report.fraction) } }
      root.report(PromiseProgress(fraction: 0.5))
      expectEqual(heard.withLock { $0 }, [0.5])
    }
  }

  @Test func pauseGoesDownAndCancellation() {
    onSmallStack {
      let root = Promise<Int>.made()
      let heard = Mutex<[Bool]>([])
      root.onPause { isPaused in
        heard.withLock { $0.append(isPaused) }
        return true
      }
      let end = nested(in: root)
      #expect(end.setPaused(true) && end.setPaused(false))
      expectEqual(heard.withLock { $0 }, [true, false])
      end.cancel()
      #expect(root.isRejected && end.isRejected)
    }
  }

  @Test func droppedAllAreFreed() {
    onSmallStack {
      weak var end: Promise<Int>?
      weak var root: Promise<Int>?
      do {
        let source = Promise<Int>.made()
        root = source
        end = nested(in: source)
        #expect(end?.isPending == true)
      }
      #expect(root == nil && end == nil)
    }
  }
}
