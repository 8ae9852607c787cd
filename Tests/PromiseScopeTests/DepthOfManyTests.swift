// Tests very many inputs of a combinator, handlers of a promise and steps of a loop, on a thread with 512 KiB of stack.

/// The number of inputs, below the depth of the other tests so that an unoptimized build stays fast.
private let many = deep >= 1_000_000 ? deep : deep / 5

@Suite("depth: many", .serialized)
struct DepthOfManyTests {
  /// The outcome of the inputs.
  enum Fate: CaseIterable, Sendable {
    case settledBefore, fulfilled, rejected, dropped, cancelled
  }

  /// Combines many inputs, settles or releases them according to `fate`, and expects the given result and no leaks.
  private func outcome<Value: Sendable>(
    of combine: @escaping @Sendable ([Promise<Int>]) -> Promise<Value>, when fate: Fate,
    expect: @escaping @Sendable (Promise<Value>) -> Void
  ) {
    onSmallStack {
      expectFreed { probe in
        var inputs = (0..<many).map { fate == .settledBefore ? Promise($0) : Promise<Int>.pending() }
        let result = combine(inputs)
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
    }
  }

  @Test("all combines many inputs", arguments: Fate.allCases)
  func allOfMany(_ fate: Fate) {
    outcome(
      of: { all($0) }, when: fate,
      expect: { result in
        #expect(result.currentValue == (fate == .fulfilled || fate == .settledBefore ? Array(0..<many) : nil))
        #expect(result.oops == (fate == .rejected ? .one : nil))
        #expect(result.error is CancellationError == (fate == .cancelled))
      })
  }

  @Test("the global any combines many inputs", arguments: Fate.allCases)
  func anyOfMany(_ fate: Fate) {
    outcome(
      of: { PromiseScope.any($0) }, when: fate,
      expect: { result in
        #expect(result.currentValue?.count == (fate == .fulfilled || fate == .settledBefore ? many : nil))
        #expect(result.oops == (fate == .rejected ? .one : nil))
      })
  }

  @Test("Promise.any combines many inputs", arguments: Fate.allCases)
  func firstValueOfMany(_ fate: Fate) {
    outcome(
      of: { Promise.any($0) }, when: fate,
      expect: { result in
        #expect(result.currentValue == (fate == .fulfilled || fate == .settledBefore ? 0 : nil))
        #expect((result.error as? AggregateError)?.errors.count == (fate == .rejected ? many : nil))
      })
  }

  @Test("race combines many inputs", arguments: Fate.allCases)
  func raceOfMany(_ fate: Fate) {
    outcome(
      of: { race($0) }, when: fate,
      expect: { result in
        #expect(result.currentValue == (fate == .fulfilled || fate == .settledBefore ? 0 : nil))
        #expect(result.oops == (fate == .rejected ? .one : nil))
      })
  }

  @Test("allSettled combines many inputs", arguments: Fate.allCases)
  func allSettledOfMany(_ fate: Fate) {
    outcome(
      of: { Promise.allSettled($0) }, when: fate,
      expect: { result in
        #expect(result.currentValue?.count == (fate == .cancelled ? nil : many))
      })
  }

  @Test("when combines many inputs", arguments: Fate.allCases)
  func whenOfMany(_ fate: Fate) {
    outcome(
      of: { when(fulfilled: $0) }, when: fate,
      expect: { result in
        #expect(result.currentValue?.last == (fate == .fulfilled || fate == .settledBefore ? many - 1 : nil))
        #expect(result.oops == (fate == .rejected ? .one : nil))
      })
    outcome(
      of: { when(resolved: $0) }, when: fate,
      expect: { result in
        #expect(result.currentValue?.count == (fate == .cancelled ? nil : many))
      })
  }

  @Test func aCombinatorReportsTheProgressOfManyInputs() {
    onSmallStack {
      let inputs = (0..<many).map { _ in Promise<Int>.pending() }
      let result = all(inputs)
      let reports = Counter()
      result.onProgress { _ in reports.add(1) }
      for input in inputs { input.fulfill(1) }
      #expect(reports.value == many - 1 && result.isFulfilled)
    }
  }

  @Test func reduceCombinesManyItemsInVirtualTime() {
    onSmallStack {
      virtually { executor in
        let sum = reduce(0, Array(0..<many)) { Promise($0 + $1) }
        executor.run()
        expectEqual(sum.currentValue, many * (many - 1) / 2)
      }
    }
  }

  @Test("reduce over many items is freed, rejected or before it starts", arguments: [true, false])
  func reduceRejected(_ begins: Bool) {
    onSmallStack {
      virtually { executor in
        expectFreed { probe in
          let first = Promise<Int>.pending()
          let sum = first.reduce(Array(0..<many)) { _, _ in
            _ = probe
            throw Oops.two
          }
          if begins { first.fulfill(0) }
          executor.run()
          #expect(sum.oops == (begins ? .two : nil))
        }
      }
    }
  }

  @Test func retryMakesManyAttempts() {
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

  @Test func aRetryOfAPendingPromiseIsFreedWhenItIsReleased() {
    virtually { executor in
      expectFreed { probe in
        let result = retry { () throws -> Promise<Int> in
          _ = probe
          return Promise<Int>.pending()
        }
        executor.run()
        #expect(result.isPending)
      }
    }
  }

  @Test func manyObserversOfAPromiseRunInOrder() {
    onSmallStack {
      let sum = Counter()
      let root = Promise<Int>.pending()
      for index in 0..<many {
        root.then(on: .inline) { _ in
          if sum.value == index { sum.add(1) }
        }
      }
      root.fulfill(1)
      expectEqual(sum.value, many)
    }
  }

  @Test func manyObserversOfAPendingPromiseAreFreed() {
    onSmallStack {
      let living = Counter()
      do {
        let root = Promise<Int>.pending()
        for _ in 0..<many {
          let probe = Probe(living)
          root.then(on: .inline) { _ in _ = probe }
        }
        expectEqual(living.value, many)
      }
      expectEqual(living.value, 0)
    }
  }
}
