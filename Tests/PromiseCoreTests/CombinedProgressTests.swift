// Combined progress under contention: no progress handler receives a fraction below an earlier one.

import Synchronization

@Suite("combined progress", .serialized)
struct CombinedProgressTests {
  /// The reports that one handler received, and whether a fraction ever decreased.
  private final class Watch: Sendable {
    private struct Heard {
      var last = 0.0
      var count = 0
      var isFalling = false
      var isCrowded = false
    }
    private let heard = Mutex(Heard())
    private let isBusy = Atomic(false)

    init(_ promise: Promise<Int>) { promise.onProgress { [self] in hear($0) } }

    private func hear(_ report: PromiseProgress) {
      let isCrowded = isBusy.exchange(true, ordering: .sequentiallyConsistent)
      heard.withLock { heard in
        heard.count += 1
        if isCrowded { heard.isCrowded = true }
        guard let fraction = report.fraction else { return }
        if fraction < heard.last { heard.isFalling = true }
        heard.last = fraction
      }
      isBusy.store(false, ordering: .sequentiallyConsistent)
    }

    var isFalling: Bool { heard.withLock { $0.isFalling } }
    var isCrowded: Bool { heard.withLock { $0.isCrowded } }
    var last: Double { heard.withLock { $0.last } }
    var count: Int { heard.withLock { $0.count } }
  }

  /// A promise that waits until all inputs have settled.
  private func all(_ inputs: [Promise<Int>]) -> Promise<Int> {
    let combinator = Combinator<Int>("all", site: SourceSite())
    let promise = combinator.promise
    combinator.wait(for: inputs) { _, _ in
    } whenLast: { input in
      promise.fulfillOnce(0, via: input)
    }
    return promise
  }

  @Test("no watcher sees it fall, and no watcher is called by two threads at once", arguments: 0..<4)
  func neverFalls(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    for round in 0..<500 {
      let count = 2 + dice.roll(5)
      let inputs = (0..<count).map { _ in Promise<Int>.made() }
      // Some inputs are combined twice, directly and through the other combinator.
      let inner = all(Array(inputs.prefix(1 + dice.roll(count))))
      let outer = all(inputs + [inner])
      let follower = Promise<Int>.made()
      follower.adopt(outer)
      let watches = [Watch(inner), Watch(outer), Watch(follower)]
      let start = dice
      together(3) { thread in
        var dice = start
        for _ in 0..<thread * 100 { _ = dice.next() }
        for input in inputs {
          switch dice.roll(4) {
          case 0: input.settle(1)
          case 1: input.fail()
          default:
            input.report(PromiseProgress(fraction: Double(dice.roll(101)) / 100))
            inputs[dice.roll(count)].report(PromiseProgress(fraction: Double(dice.roll(101)) / 100))
          }
        }
      }
      #expect(watches.allSatisfy { !$0.isFalling && !$0.isCrowded }, "round \(round) of seed \(seed)")
      for input in inputs { input.settle(1) }
      #expect(outer.isFulfilled && follower.isFulfilled)
    }
  }

  @Test func withAllThreadsDoneTheLastReportIsTheMeanAndNoReportIsMissing() {
    for _ in 0..<500 {
      let inputs = (0..<4).map { _ in Promise<Int>.made() }
      let end = all(inputs)
      let watch = Watch(end)
      together(3) { thread in
        for step in 1...10 { inputs[thread].report(PromiseProgress(fraction: Double(step) / 10)) }
        if thread == 0 { inputs[0].settle(1) }
      }
      #expect(watch.count == 31 && abs(watch.last - 0.75) < 1e-9)
    }
  }

  @Test("the log's reports don't fall either")
  func logged() throws {
    let tracer = Tracer()
    let reader = tracer.makeReader()
    var end: PromiseID = 0
    tracer.run {
      for _ in 0..<200 {
        let inputs = (0..<3).map { _ in Promise<Int>.made() }
        let promise = all(inputs)
        end = promise.id
        together(3) { thread in
          for step in 1...5 { inputs[thread].report(PromiseProgress(fraction: Double(step) / 5)) }
          if thread == 0 { inputs[0].settle(1) }
        }
      }
    }
    tracer.finish()
    let events = try reader.allEvents()
    var last: [PromiseID: Double] = [:]
    let combined = Set(events.filter { $0.kind == .registered }.map(\.peer))
    #expect(combined.contains(end))
    for event in events where event.kind == .progressed && combined.contains(event.promise) {
      #expect(event.fraction >= last[event.promise] ?? 0)
      last[event.promise] = event.fraction
    }
    expectEqual(last.count, 200)
  }

  @Test func anInputThatGoesBackDoesNotTakeTheWholeBack() {
    let heard = List<Double>()
    let inputs = [Promise<Int>.made(), Promise<Int>.made()]
    let end = all(inputs)
    end.onProgress { heard.add($0.fraction ?? -1) }
    for fraction in [0.5, 0.25, 0.75] { inputs[0].report(PromiseProgress(fraction: fraction)) }
    inputs[0].settle(1)
    expectEqual(heard.elements, [0.25, 0.25, 0.375, 0.5])
  }

  @Test func aWatcherThatReportsForAnotherInputGetsThatReportAfterItsOwnOnce() {
    let heard = List<Double>()
    let inputs = [Promise<Int>.made(), Promise<Int>.made()]
    let end = all(inputs)
    end.onProgress { report in
      if heard.elements.isEmpty { inputs[1].report(PromiseProgress(fraction: 1)) }
      heard.add(report.fraction ?? -1)
    }
    inputs[0].report(PromiseProgress(fraction: 0.5))
    expectEqual(heard.elements, [0.25, 0.75])
    // The handler retains the inputs, which retain the combined promise.
    for input in inputs { input.settle(1) }
  }
}
