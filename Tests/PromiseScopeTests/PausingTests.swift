// Tests `pause` and `resume`: they reach pausable sources, except those that something else waits for.

@Suite struct PausingTests {
  /// A pending promise that notes when its work is paused or resumed.
  private func source(_ name: String, _ notes: Notes) -> Promise<Int> {
    Promise<Int>.pending().pausable(
      pause: { notes.add("\(name) paused") }, resume: { notes.add("\(name) resumed") })
  }

  @Test func pausingAndResumingTravelUpTheChainToTheSource() {
    let notes = Notes()
    let source = source("source", notes)
    let end = source.then { $0 }.catch { _ in }.then { $0 }
    #expect(end.pause() && end.resume())
    #expect(notes.lines == ["source paused", "source resumed"] && end.isPending)
  }

  @Test func theHandlersRunOnceForRepeatedCalls() {
    let notes = Notes()
    let source = source("source", notes)
    #expect(!source.resume())
    #expect(source.pause())
    #expect(!source.pause())
    #expect(source.resume())
    #expect(!source.resume())
    expectEqual(notes.lines, ["source paused", "source resumed"])
  }

  @Test("a source that something else waits for isn't paused, except directly")
  func shared() {
    let notes = Notes()
    let source = source("source", notes)
    let (one, other) = (source.then { $0 }, source.then { $0 })
    #expect(!one.pause() && !other.pause())
    #expect(source.pause())
    expectEqual(notes.lines, ["source paused"])
  }

  @Test func pausingReachesEveryInputThroughAdoptionAndCombinatorsExceptSharedOnes() {
    virtually { executor in
      let notes = Notes()
      let inputs = [source("a", notes), source("b", notes), source("shared", notes)]
      let other = inputs[2].then { $0 }
      let end = Promise(0).then { _ in all(inputs) }
      executor.run()
      #expect(end.pause())
      expectEqual(notes.lines, ["a paused", "b paused"])
      #expect(end.resume() && other.isPending)
      expectEqual(notes.lines.suffix(2), ["a resumed", "b resumed"])
      withExtendedLifetime(inputs) {}
    }
  }

  @Test("a waiter added while paused doesn't prevent resuming")
  func resumedForOthers() {
    let notes = Notes()
    let source = source("source", notes)
    let first = source.then { $0 }
    #expect(first.pause())
    let second = source.then { $0 }
    #expect(!second.pause() && second.resume())
    expectEqual(notes.lines, ["source paused", "source resumed"])
  }

  @Test func pauseReturnsFalseWithoutAPausableSourceAndForASettledPromise() {
    let notes = Notes()
    #expect(!Promise<Int>.pending().then { $0 }.pause())
    let source = source("source", notes)
    source.fulfill(1)
    #expect(!source.pause() && notes.lines == [])
  }

  @Test func theLogShowsPausingAndResuming() {
    expectEqual(
      picture { _ in
        let source = Promise<Int>.pending().pausable(pause: {}, resume: {})
        let end = source.then { $0 }
        end.pause()
        end.pause()
        end.resume()
      },
      """
      created #1 pending
      created #2 then from #1
      registered #1 by #2 [fulfilled]
      paused #1
      resumed #1
      """)
  }
}
