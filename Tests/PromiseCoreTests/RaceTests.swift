// Races between two or three operations, each pair with a window of its own: canceling, freeing, adopting, starting, pausing and
// settling.

import Synchronization

private enum Stop: Error, CancellableError, CustomStringConvertible {
  case pressed

  var isCancelled: Bool { true }
  var description: String { "pressed" }
}

@Suite("races", .serialized)
struct RaceTests {
  private static let rounds = 1000

  @Test func cancellingTheEndOfAChainWhileItsSourceSettlesEachGetsOneOutcomeAndWhoWatchesHearsOfIt() {
    for _ in 0..<RaceTests.rounds {
      let root = Promise<Int>.made()
      let middle = root.after(on: .inline) {}
      let end = middle.after(on: .inline) {}
      let heard = Notes()
      root.onCancel { heard.add("cancelled") }
      root.observeSilently { heard.add(unsafeDowncast($0, to: Promise<Int>.self).ending) }
      let wins = Counter()
      together(2) { thread in
        if thread == 0 { wins.add(root.settle(1) ? 1 : 0) } else { end.cancel() }
      }
      #expect(wins.value == (root.ending == "1" ? 1 : 0))
      #expect(heard.lines == (wins.value == 1 ? ["1"] : ["cancelled", "cancelled"]))
      #expect([middle, end].allSatisfy { $0.ending == "1" || $0.ending == "cancelled" })
      #expect(root.ending == "1" || end.ending == "cancelled")
    }
  }

  @Test func cancellingWhatIsLockedInToAPromiseWhileThatSettlesOneOutcomeHeardOfOnce() {
    for _ in 0..<RaceTests.rounds {
      let source = Promise<Int>.made()
      let promises = (0..<8).map { _ in Promise<Int>.made() }
      let heard = promises.map { promise in
        promise.adopt(source)
        let heard = Notes()
        promise.after(on: .inline) { [unowned promise] in heard.add(promise.ending) }
        return heard
      }
      source.observe { _ in }
      together(2) { thread in
        if thread == 0 { source.settle(1) } else { for promise in promises { promise.cancel() } }
      }
      for (promise, heard) in zip(promises, heard) {
        #expect(["1", "cancelled"].contains(promise.ending) && heard.lines == [promise.ending])
      }
    }
  }

  @Test func cancellingAPromiseWhileItStartsToFollowAnotherCancelsItWhicheverHappensFirst() {
    for _ in 0..<RaceTests.rounds {
      let source = Promise<Int>.made()
      let promise = Promise<Int>.made()
      let adopted = Counter()
      together(2) { thread in
        if thread == 0 { adopted.add(promise.adopt(source) ? 1 : 0) } else { promise.cancel() }
      }
      expectEqual(promise.ending, "cancelled")
      #expect(source.ending == (adopted.value == 1 ? "cancelled" : "pending"))
    }
  }

  @Test func aCancellationThatComesWhileAPromiseBeginsToFollowAnotherKeepsItsOwnErrorForTheSourceToo() {
    for _ in 0..<RaceTests.rounds {
      let source = Promise<Int>.made()
      let promise = Promise<Int>.made()
      let adopted = Counter()
      together(2) { thread in
        if thread == 0 { adopted.add(promise.adopt(source) ? 1 : 0) } else { promise.cancel(with: Stop.pressed) }
      }
      expectEqual(promise.outcome, "pressed")
      #expect(source.outcome == (adopted.value == 1 ? "pressed" : "pending"))
    }
  }

  @Test func theLogNeverHasAPromiseFollowAnotherAfterItWasRejected() throws {
    var configuration = Tracer.Configuration()
    configuration.mode = .lossless
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    for _ in 0..<RaceTests.rounds {
      let (source, promise) = tracer.run { (Promise<Int>.made(), Promise<Int>.made()) }
      together(2) { thread in
        if thread == 0 { promise.adopt(source) } else { promise.cancel() }
      }
    }
    tracer.finish()
    let events = try reader.allEvents()
    var rejected = Set<PromiseID>()
    var late = 0
    for event in events {
      if event.kind == .rejected { rejected.insert(event.promise) }
      if event.kind == .adopted, rejected.contains(event.promise) { late += 1 }
    }
    #expect(rejected.count >= RaceTests.rounds && late == 0)
  }

  @Test func aSourceThatManyThreadsPauseAndResumeIsNotifiedOfEachInTurnAndEndsInTheLastState() {
    for _ in 0..<RaceTests.rounds {
      let source = Promise<Int>.made()
      let notified = Mutex<[Bool]>([])
      source.onPause { isPaused in
        notified.withLock { $0.append(isPaused) }
        return true
      }
      together(3) { thread in _ = source.setPaused(thread > 0) }
      source.setPaused(true)
      let turns = notified.withLock { $0 }
      #expect(turns == turns.indices.map { $0 % 2 == 0 } && turns.last == true)
    }
  }

  @Test("cancelling what waits for a promise while that is freed rejects it all the same", arguments: [false, true])
  func cancelAndFree(_ isLockedIn: Bool) {
    let living = Counter()
    for _ in 0..<RaceTests.rounds {
      let root = Promise<Int>.made()
      let held = Mutex<Promise<Int>?>(.made())
      let probe = Probe(living)
      held.withLock { source in
        guard let source else { return }
        if isLockedIn { root.adopt(source) } else { root.adopt(source.after(on: .inline) { _ = probe }) }
      }
      let end = root.after(on: .inline) { _ = probe }
      together(2) { thread in
        if thread == 1 {
          end.cancel()
          root.cancel()
        } else {
          let freed = held.withLock { $0.take() }
          withExtendedLifetime(freed) {}
        }
      }
      #expect(root.ending == "cancelled" && end.ending == "cancelled")
    }
    expectEqual(living.value, 0)
  }

  @Test("a cycle through derived promises, closed by two threads, rejects all in it and is freed", arguments: [2, 3])
  func cycleThroughDerived(_ count: Int) {
    let living = Counter()
    for _ in 0..<RaceTests.rounds {
      let promises = (0..<count).map { _ in Promise<Int>.made() }
      let probe = Probe(living)
      let derived = promises.map { $0.after(on: .inline) { _ = probe } }
      together(count) { thread in promises[thread].adopt(derived[(thread + 1) % count]) }
      #expect((promises + derived).allSatisfy { $0.ending == "cycle" })
    }
    expectEqual(living.value, 0)
  }

  @Test func aCycleThroughPromisesThatAreDerivedAtThatMoment() {
    for _ in 0..<RaceTests.rounds {
      let promises = [Promise<Int>.made(), Promise<Int>.made()]
      together(2) { thread in promises[thread].adopt(promises[1 - thread].after(on: .inline) {}) }
      #expect(promises.allSatisfy { $0.ending == "cycle" })
    }
  }

  @Test func aLazyPromiseThatManyThreadsStartAndWaitForBeginsOnce() {
    for _ in 0..<RaceTests.rounds {
      let runs = Counter()
      let starts = Counter()
      let ends = Counter()
      let promise = Promise<Int>(lazy: "lazy", on: .inline, site: SourceSite()) { node, _ in
        runs.add(1)
        unsafeDowncast(node, to: Promise<Int>.self).settle(1)
      }
      together(3) { thread in
        if thread == 0 { starts.add(promise.start() ? 1 : 0) }
        promise.after(on: .inline) { ends.add(1) }
        starts.add(promise.start() ? 1 : 0)
      }
      #expect(runs.value == 1 && starts.value <= 1 && ends.value == 3)
    }
  }

  @Test func pausingWhileSettlingWatchingAndCancellingKeepsEveryHandlerAndFreesAll() {
    let living = Counter()
    for _ in 0..<RaceTests.rounds {
      let root = Promise<Int>.made()
      let probe = Probe(living)
      root.onPause { _ in withExtendedLifetime(probe) { true } }
      let end = root.after(on: .inline) {}
      let ran = List<Int>()
      together(3) { thread in
        switch thread {
        case 0: for index in 0..<20 { end.setPaused(index % 2 == 0) }
        case 1: for index in 0..<20 { root.after(on: .inline) { ran.add(index) } }
        default:
          root.report(PromiseProgress(fraction: 0.5))
          root.settle(1)
        }
      }
      expectEqual(ran.elements, Array(0..<20))
      #expect(!end.setPaused(true))
    }
    expectEqual(living.value, 0)
  }

  @Test func watchersThatLeaveWhileOthersComeAndThePromiseSettlesWhoStaysIsCalledOnceInOrder() {
    for _ in 0..<RaceTests.rounds {
      let root = Promise<Int>.made()
      let left = Counter()
      nonisolated(unsafe) let leaving = (0..<20).map { _ in root.observe { _ in left.add(1) } }
      let stays = root.observe { _ in }
      let ran = List<Int>()
      together(3) { thread in
        switch thread {
        case 0: for entry in leaving { entry.cancel() }
        case 1: for index in 0..<20 { root.after(on: .inline) { ran.add(index) } }
        default: root.settle(1)
        }
      }
      #expect(ran.elements == Array(0..<20) && left.value <= 20 && root.ending == "1")
      withExtendedLifetime(stays) {}
    }
  }
}
