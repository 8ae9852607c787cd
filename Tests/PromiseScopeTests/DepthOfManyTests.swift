// Width: very many inputs of one combinator, handlers of one promise, steps of a loop, on a thread with 512 KiB of stack.

import PromiseScope
import Testing

/// How many "many" are; nothing here is deep, so that an unoptimised build need not take long over it.
private let many = deep >= 1_000_000 ? deep : deep / 5

@Suite("depth: many", .serialized)
struct DepthOfManyTests {
  /// What becomes of the inputs.
  enum Fate: CaseIterable, Sendable {
    case settledBefore, fulfilled, rejected, dropped, cancelled
  }

  /// Gives `combine` a million inputs, lets `fate` come over them, and says what the result is; everything has to be freed.
  private func outcome<Value: Sendable>(
    _ fate: Fate, _ combine: @escaping @Sendable ([Promise<Int>]) -> Promise<Value>,
    _ expect: @escaping @Sendable (Promise<Value>) -> Void
  ) {
    onSmallStack {
      let living = Counter()
      do {
        var inputs = (0..<many).map { fate == .settledBefore ? Promise($0) : Promise<Int>.pending() }
        let result = combine(inputs)
        let probe = Probe(living)
        result.always(on: .inline) { _ = probe }
        for input in inputs { input.always(on: .inline) { _ = probe } }
        switch fate {
        case .settledBefore, .dropped: break
        case .fulfilled: for (index, input) in inputs.enumerated() { input.fulfill(index) }
        case .rejected: for input in inputs { input.reject(Oops.one) }
        case .cancelled: result.cancel()
        }
        if fate == .dropped {
          inputs = []
          #expect(result.isPending)
        } else {
          expect(result)
        }
      }
      #expect(living.value == 0)
    }
  }

  @Test("all", arguments: Fate.allCases)
  func allOfMany(_ fate: Fate) {
    outcome(fate, { all($0) }) { result in
      #expect(result.currentValue == (fate == .fulfilled || fate == .settledBefore ? Array(0..<many) : nil))
      #expect(result.oops == (fate == .rejected ? .one : nil))
      #expect(result.error is CancellationError == (fate == .cancelled))
    }
  }

  @Test("Google's any", arguments: Fate.allCases)
  func anyOfMany(_ fate: Fate) {
    outcome(fate, { PromiseScope.any($0) }) { result in
      #expect(result.currentValue?.count == (fate == .fulfilled || fate == .settledBefore ? many : nil))
      #expect(result.oops == (fate == .rejected ? .one : nil))
    }
  }

  @Test("ECMAScript's any", arguments: Fate.allCases)
  func firstValueOfMany(_ fate: Fate) {
    outcome(fate, { Promise.any($0) }) { result in
      #expect(result.currentValue == (fate == .fulfilled || fate == .settledBefore ? 0 : nil))
      #expect((result.error as? AggregateError)?.errors.count == (fate == .rejected ? many : nil))
    }
  }

  @Test("race", arguments: Fate.allCases)
  func raceOfMany(_ fate: Fate) {
    outcome(fate, { race($0) }) { result in
      #expect(result.currentValue == (fate == .fulfilled || fate == .settledBefore ? 0 : nil))
      #expect(result.oops == (fate == .rejected ? .one : nil))
    }
  }

  @Test("allSettled", arguments: Fate.allCases)
  func allSettledOfMany(_ fate: Fate) {
    outcome(fate, { Promise.allSettled($0) }) { result in
      #expect(result.currentValue?.count == (fate == .cancelled ? nil : many))
    }
  }

  @Test("when", arguments: Fate.allCases)
  func whenOfMany(_ fate: Fate) {
    outcome(fate, { when(fulfilled: $0) }) { result in
      #expect(result.currentValue?.last == (fate == .fulfilled || fate == .settledBefore ? many - 1 : nil))
      #expect(result.oops == (fate == .rejected ? .one : nil))
    }
    outcome(fate, { when(resolved: $0) }) { result in
      #expect(result.currentValue?.count == (fate == .cancelled ? nil : many))
    }
  }

  @Test("reports of many inputs, watched")
  func progressOfMany() {
    onSmallStack {
      let inputs = (0..<many).map { _ in Promise<Int>.pending() }
      let result = all(inputs)
      let reports = Counter()
      result.onProgress { _ in reports.add(1) }
      for input in inputs { input.fulfill(1) }
      #expect(reports.value == many - 1 && result.isFulfilled)
    }
  }

  @Test("reduce over many, in virtual time")
  func reduceOfMany() {
    onSmallStack {
      virtually { executor in
        let sum = reduce(0, Array(0..<many)) { Promise($0 + $1) }
        executor.run()
        #expect(sum.currentValue == many * (many - 1) / 2)
      }
    }
  }

  @Test("reduce over many, rejected at its first item, and dropped before it begins", arguments: [true, false])
  func reduceRejected(_ begins: Bool) {
    onSmallStack {
      virtually { executor in
        let living = Counter()
        do {
          let probe = Probe(living)
          let first = Promise<Int>.pending()
          let sum = first.reduce(Array(0..<many)) { _, _ in
            _ = probe
            throw Oops.two
          }
          if begins { first.fulfill(0) }
          executor.run()
          #expect(sum.oops == (begins ? .two : nil))
        }
        #expect(living.value == 0)
      }
    }
  }

  @Test("retry, many times")
  func retryOften() {
    onSmallStack {
      virtually { executor in
        let runs = Counter()
        let result = retry(attempts: many, delay: 0) { () throws -> Promise<Int> in
          if runs.add(1) <= many { throw Oops.one }
          return Promise(7)
        }
        executor.run()
        #expect(result.currentValue == 7 && runs.value == many + 1)
      }
    }
  }

  @Test("retry of what never ends, dropped")
  func retryDropped() {
    virtually { executor in
      let living = Counter()
      do {
        let probe = Probe(living)
        let result = retry { () throws -> Promise<Int> in
          _ = probe
          return Promise<Int>.pending()
        }
        executor.run()
        #expect(result.isPending)
      }
      #expect(living.value == 0)
    }
  }

  @Test("many observers of one promise, in order")
  func manyObservers() {
    onSmallStack {
      let sum = Counter()
      let root = Promise<Int>.pending()
      for index in 0..<many {
        root.then(on: .inline) { _ in
          if sum.value == index { sum.add(1) }
        }
      }
      root.fulfill(1)
      #expect(sum.value == many)
    }
  }

  @Test("many observers freed pending")
  func manyObserversFreed() {
    onSmallStack {
      let living = Counter()
      do {
        let root = Promise<Int>.pending()
        for _ in 0..<many {
          let probe = Probe(living)
          root.then(on: .inline) { _ in _ = probe }
        }
        #expect(living.value == many)
      }
      #expect(living.value == 0)
    }
  }
}
