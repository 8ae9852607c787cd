// The child `Progress` of when(fulfilled:).

import Foundation

@Suite struct WhenProgressTests {
  /// A progress, and the result of `body` while that progress is current.
  private func under<T>(_ body: () -> T) -> (Progress, T) {
    let progress = Progress(totalUnitCount: 1)
    progress.becomeCurrent(withPendingUnitCount: 1)
    defer { progress.resignCurrent() }
    return (progress, body())
  }

  @Test func eachInputIsOneUnit() {
    let pairs = (0..<4).map { _ in Promise<Int>.pending() }
    let (progress, all) = under { when(fulfilled: pairs.map(\.promise)) }
    var seen: [Double] = [progress.fractionCompleted]
    for pair in pairs {
      pair.resolver.fulfill(1)
      seen.append(progress.fractionCompleted)
    }
    expectEqual(seen, [0, 0.25, 0.5, 0.75, 1])
    #expect(all.isFulfilled)
  }

  @Test func anErrorCompletesTheProgress() {
    let (first, second) = (Promise<Int>.pending(), Promise<String>.pending())
    let (progress, both) = under { when(fulfilled: first.promise, second.promise) }
    first.resolver.reject(Oops.one)
    expectEqual(progress.fractionCompleted, 1)
    second.resolver.fulfill("late")
    expectEqual(progress.fractionCompleted, 1)
    expectEqual(both.oops, .one)
  }

  @Test func inputsOfDifferentTypesAreUnitsToo() {
    let (first, second) = (Promise<Int>.pending(), Guarantee<String>.pending())
    let (progress, both) = under { when(fulfilled: first.promise, second.guarantee) }
    second.resolve("b")
    expectEqual(progress.fractionCompleted, 0.5)
    first.resolver.fulfill(1)
    expectEqual(progress.fractionCompleted, 1)
    #expect(both.isFulfilled)
  }

  @Test func anInputThatIsFulfilledWhileTheProgressIsObservedIsCountedToo() {
    let pairs = (0..<3).map { _ in Promise<Int>.pending() }
    let (progress, all) = under { when(fulfilled: pairs.map(\.promise)) }
    _ = pairs[0].promise.done(on: nil) { _ in pairs[1].resolver.fulfill(1) }
    pairs[0].resolver.fulfill(1)
    pairs[2].resolver.fulfill(1)
    #expect(progress.fractionCompleted == 1 && all.isFulfilled)
  }
}
