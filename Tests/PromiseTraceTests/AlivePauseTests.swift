// The times at which a quiet recording proves that its program still runs.

@testable import PromiseTrace

@Suite struct AlivePauseTests {
  @Test func pausesDoubleUpToTenSecondsAndStartAgainAfterAnEvent() {
    var (pause, last, times) = (AlivePause(), Int64(0), [Int64]())
    func elapse(to end: Int64) {
      for time in (last / 1_000_000_000 + 1)...end where pause.hasEnded(after: time * 1_000_000_000 - last) {
        last = time * 1_000_000_000
        times.append(time)
      }
    }
    elapse(to: 40)
    pause.restart()
    last = 40_000_000_000
    elapse(to: 44)
    expectEqual(times, [1, 3, 7, 15, 25, 35, 41, 43])
  }
}
