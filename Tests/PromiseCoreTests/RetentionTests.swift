// What long-lived promises, tokens and executors keep of short-lived ones: nothing that grows with their number.

@Suite struct RetentionTests {
  /// A combined promise that settles like its first input, and its inputs' entries.
  private func race(_ inputs: [Promise<Int>]) -> Promise<Int> {
    let combinator = Combinator<Int>("race", site: SourceSite())
    combinator.wait(for: inputs) { _, input in
      if input.isRejected { combinator.reject(like: input) } else { combinator.promise.fulfillOnce(1, via: input) }
    }
    return combinator.promise
  }

  @Test func anInputThatLivesOnKeepsOneEntryOfAllRacesThatOthersWonAndNothingOfTheirPromises() {
    let living = Counter()
    let input = Promise<Int>.made()
    for _ in 0..<100 {
      weak var last: Promise<Int>?
      do {
        let (other, probe) = (Promise<Int>.made(), Probe(living))
        let first = race([input, other])
        last = first
        first.after(on: .inline) { withExtendedLifetime(probe) {} }
        other.settle(1)
        #expect(first.isFulfilled)
      }
      #expect(last == nil && living.value == 0 && input.entryCount == 1)
    }
    input.settle(1)
  }

  @Test("a waiter that stays does not keep the entries beside it", arguments: [true, false], [true, false])
  func besideOthers(_ isFirst: Bool, _ isPassive: Bool) {
    let input = Promise<Int>.made()
    func wait() {
      if isPassive { input.onProgress { _ in } } else { input.after(on: .inline) {} }
    }
    if isFirst { wait() }
    for round in 0..<100 {
      let other = Promise<Int>.made()
      let first = race([input, other])
      if round == 0, !isFirst { wait() }
      other.settle(1)
      #expect(first.isFulfilled)
    }
    #expect(input.entryCount <= 3)
    input.settle(1)
  }

  /// The order in which overlapping races end.
  enum Order: CaseIterable, Sendable { case oldestFirst, newestFirst, random }

  @Test(
    "of overlapping races, at most as many entries remain as races still run", arguments: Order.allCases,
    [1, 10, 100, 1000])
  func overlapping(_ order: Order, _ width: Int) {
    var dice = Dice(seed: UInt64(width))
    let input = Promise<Int>.made()
    var open: [Promise<Int>] = []
    for _ in 0..<5 * width + 200 {
      let other = Promise<Int>.made()
      _ = race([input, other])
      open.append(other)
      // Now and then a window full of races ends.
      if open.count > width || order == .newestFirst && open.count == width {
        let ending = order == .newestFirst ? width / 2 : 1
        for _ in 0..<ending {
          let index =
            switch order {
            case .oldestFirst: 0
            // One that runs on covers those below it.
            case .newestFirst: max(0, open.count - 2)
            case .random: Int(dice.roll(open.count))
            }
          open.remove(at: index).settle(1)
        }
      }
      #expect(input.entryCount <= 2 * open.count + 17)
    }
    for other in open { other.settle(1) }
    #expect(input.entryCount <= 1)
    input.settle(1)
  }

  @Test func aRejectionOfTheInputIsStillHandledByTheFirstRaceEvenAfterAllHaveEnded() {
    let (events, _, failure) = record { _ in
      let input = Promise<Int>.made()
      for _ in 0..<5 {
        let other = Promise<Int>.made()
        _ = race([input, other])
        other.settle(1)
      }
      input.fail()
    }
    let races = events.filter { $0.kind == .registered && $0.promise == 1 }.map(\.peer)
    #expect(failure.isEmpty && races.count == 5)
    expectEqual(events.filter { $0.kind == .handled }.map { [$0.promise, $0.peer] }, [[1, races[0]]])
    #expect(!events.contains { $0.kind == .unhandled })
  }

  @Test func inputsThatSettleWhileTheRaceEndsAreHandledWhicheverComesFirst() {
    for round in 0..<2_000 {
      let (events, _, _) = record { _ in
        let inputs = (0..<3).map { _ in Promise<Int>.made() }
        let first = race(inputs)
        together(3) { thread in if thread == 0 { inputs[0].settle(1) } else { inputs[thread].fail() } }
        #expect(!first.isPending)
        if first.isRejected { first.rejection.markHandled(at: first, by: nil) }
      }
      #expect(!events.contains { $0.kind == .unhandled }, "round \(round)")
    }
  }

  @Test func aRaceThatHasEndedNoLongerCountsAsAWaiter() {
    let (input, other) = (Promise<Int>.made(), Promise<Int>.made())
    _ = race([input, other])
    let last = input.after(on: .inline) {}
    other.settle(1)
    last.cancel()
    #expect(input.isRejected)
  }

  @Test func derivedPromisesThatWereCanceledDoNotStayInTheListOfASourceThatOthersWaitFor() {
    let source = Promise<Int>.made()
    for _ in 0..<100 {
      let derived = source.after(on: .inline) {}
      // Each covers the one before.
      let next = source.after(on: .inline) {}
      derived.cancel()
      source.after(on: .inline) {}.cancel()
      #expect(source.isPending)
      next.cancel()
      if source.isPending { continue }
      break
    }
    #expect(!source.isPending)
  }

  @Test("a list with many waiters is not examined for each that leaves", .timeLimit(.minutes(1)))
  func manyWaiters() {
    let source = Promise<Int>.made()
    let waiters = (0..<100_000).map { _ in source.after(on: .inline) {} }
    for waiter in waiters.dropLast(1000) { waiter.cancel() }
    #expect(source.isPending && source.entryCount <= 2_017)
    for waiter in waiters { waiter.cancel() }
    #expect(!source.isPending)
  }

  @Test func aTokenKeepsNothingOfPromisesThatHaveSettledOrAreGone() {
    let token = CancellationToken()
    for round in 0..<100 {
      let promise = Promise<Int>.made()
      promise.obey(token)
      expectEqual(token.handlerCount, 1)
      switch round % 3 {
      case 0: promise.settle(1)
      case 1: promise.cancel()
      default: break
      }
    }
    expectEqual(token.handlerCount, 0)
    let last = Promise<Int>.made()
    last.obey(token)
    token.cancel()
    #expect(last.isRejected && token.handlerCount == 0)
    let late = Promise<Int>.made()
    late.obey(token)
    #expect(late.isRejected)
  }

  @Test func canceledTimersOfAManualExecutorLeaveNothingToo() {
    let executor = ManualExecutor()
    let notes = Notes()
    for number in 0..<1_000 {
      let timer = executor.schedule(after: Double(1_000 - number)) { notes.add("canceled") }
      if number % 100 == 0 { executor.schedule(after: Double(number)) { notes.add("\(number)") } }
      timer.cancel()
    }
    executor.run()
    #expect(notes.lines == (0..<10).map { "\($0 * 100)" })
  }
}
