// Tests deep ownership by closures, also while recording, on a thread with 512 KiB of stack.

import PromiseTrace

@Suite("depth: closures", .serialized)
struct DepthOfClosuresTests {
  @Test("promises whose handlers retain the previous promise are freed, pending and settled", arguments: [false, true])
  func handlersHoldPromises(_ settles: Bool) {
    onSmallStack {
      expectFreed { probe in
        var last = Promise<Int>.pending()
        for _ in 0..<deep {
          let before = last
          last = Promise<Int>.pending()
          last.then(on: .inline) { _ in _ = (probe, before) }
        }
        if settles { last.fulfill(0) }
      }
    }
  }

  @Test("handlers that retain the previous derived promise are freed, pending and settled", arguments: [false, true])
  func handlersHoldDerived(_ settles: Bool) {
    onSmallStack {
      expectFreed { probe in
        let root = Promise<Int>.pending()
        var last = Promise<Int>.pending()
        for _ in 0..<deep {
          let before = last
          last = root.then(on: .inline) { value in
            _ = (probe, before)
            return value
          }
        }
        if settles { root.fulfill(3) }
        #expect(last.currentValue == (settles ? 3 : nil))
      }
    }
  }

  @Test("lazy promises whose bodies retain the previous promise are freed, started or not", arguments: [false, true])
  func lazyHoldsLazy(_ starts: Bool) {
    onSmallStack {
      virtually { executor in
        expectFreed { probe in
          var last = Promise(0)
          for _ in 0..<deep {
            let before = last
            last = Promise<Int>.lazy {
              _ = probe
              return before
            }
          }
          if starts {
            last.start()
            executor.run()
            expectEqual(last.currentValue, 0)
          }
        }
      }
    }
  }

  @Test func enqueuedBodiesThatRetainThePreviousPromiseAreFreedWithTheirExecutor() {
    onSmallStack {
      expectFreed { probe in
        let executor = ManualExecutor()
        var last = Promise(0)
        for _ in 0..<deep {
          let before = last
          last = executor.bind {
            Promise<Int> { () throws -> Promise<Int> in
              _ = probe
              return before
            }
          }
        }
      }
    }
  }

  @Test func aDeepChainIsRecordedInARingThatOverwritesTheOldestEvents() {
    onSmallStack {
      let tracer = Tracer()
      tracer.run {
        for fate in 0..<5 {
          weak var end: Promise<Int>?
          do {
            let root = Promise<Int>.pending()
            let last = DepthUpwardTests.Links.handlers.end(of: root)
            end = last
            switch fate {
            case 0: root.fulfill(0)
            case 1: root.reject(Oops.one)
            case 2: last.cancel()
            case 3: root.cancel()
            default: break
            }
            #expect(last.isPending == (fate == 4))
          }
          #expect(end == nil)
        }
        let inputs = (0..<deep).map { _ in Promise<Int>.pending() }
        let every = all(inputs)
        for input in inputs { input.fulfill(1) }
        #expect(every.isFulfilled)
      }
    }
  }

  @Test func aDeepChainIsRecordedWithoutLossAndReadCompletely() throws {
    var configuration = Tracer.Configuration()
    configuration.mode = .lossless
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    onSmallStack {
      tracer.run {
        let root = Promise<Int>.pending()
        let end = DepthUpwardTests.Links.handlers.end(of: root)
        root.fulfill(0)
        expectEqual(end.currentValue, deep)
      }
    }
    tracer.finish()
    var fulfilled = 0
    var events: [Event] = []
    var status = SourceStatus.more
    while status != .ended {
      status = try reader.read(into: &events, limit: 10_000)
      fulfilled += events.filter { $0.kind == .fulfilled }.count
      events.removeAll(keepingCapacity: true)
    }
    expectEqual(fulfilled, deep + 1)
  }
}
