// Timers on dispatch queues: they fire in order, a canceled one never, and nothing of it remains.

import Dispatch

@Suite("timers on queues", .serialized)
struct DispatchTimerTests {
  private let queue = DispatchQueue(label: "timers")

  @Test func timersFireOnTheirQueueInTheOrderOfTheirDeadlinesAndEqualOnesAsTheyWereScheduled() {
    let notes = Notes()
    let done = DispatchGroup()
    let executor = Executor.queue(queue)
    let delays = [0.03, 0.01, 0.02, 0.01, 0, -1, .nan]
    for (number, delay) in delays.enumerated() {
      done.enter()
      executor.schedule(after: delay) {
        dispatchPrecondition(condition: .onQueue(queue))
        notes.add("\(number)")
        done.leave()
      }
    }
    done.wait()
    expectEqual(notes.lines, ["4", "5", "6", "1", "3", "2", "0"])
  }

  @Test("a canceled timer is freed at once, whichever it is", arguments: 0..<4)
  func canceled(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    let living = Counter()
    let before = DispatchTimer.waitingCount
    var timers: [any ScheduledTimer] = []
    for _ in 0..<2_000 {
      let probe = Probe(living)
      timers.append(
        Executor.queue(queue).schedule(after: 600 + Double(dice.roll(100))) { withExtendedLifetime(probe) {} })
      if dice.roll(3) == 0 { timers.remove(at: Int(dice.roll(timers.count))).cancel() }
    }
    #expect(DispatchTimer.waitingCount - before == timers.count && living.value == timers.count)
    for timer in timers.shuffled(using: &dice) {
      timer.cancel()
      timer.cancel()
    }
    #expect(DispatchTimer.waitingCount == before && living.value == 0)
  }

  @Test func eachTimerThatIsNotCanceledFiresOnceWhateverOtherThreadsScheduleAndCancel() {
    let fired = Counter()
    let done = DispatchGroup()
    let before = DispatchTimer.waitingCount
    together(4) { thread in
      var dice = Dice(seed: UInt64(thread))
      for _ in 0..<500 {
        let delay = Double(dice.roll(4)) / 1000
        Executor.queue(queue).schedule(after: delay) {}.cancel()
        done.enter()
        Executor.queue(queue).schedule(after: delay) {
          fired.add(1)
          done.leave()
        }
      }
    }
    done.wait()
    #expect(fired.value == 2_000 && DispatchTimer.waitingCount == before)
  }
}
