// Handlers are freed as soon as they can no longer run, and never inside a lock, because freeing user objects may call back.

/// Calls a closure when it is freed.
private final class LastWish: Sendable {
  private let wish: @Sendable () -> Void

  init(_ wish: @escaping @Sendable () -> Void) { self.wish = wish }

  deinit { wish() }
}

/// An executor that runs nothing.
private final class DroppingExecutor: Executor, @unchecked Sendable {
  override func enqueue(_ job: consuming Job) {}
}

/// A value or an error that holds the next promise, in the two words of a promise or in a box.
private struct SmallPage: Error {
  let probe: Probe
  let next: Promise<SmallPage>?
}

private struct LargePage {
  let probe: Probe
  let next: Promise<LargePage>?
  let words = (1, 2)
}

@Suite struct FreeingTests {
  @Test func aHandlerThatCanNeverRunIsFreedThoughItsPromiseIsHeld() {
    let living = Counter()
    let kept: Promise<Int>
    do {
      let probe = Probe(living)
      kept = Promise<Int>.made().after(on: .inline) { _ = probe }
    }
    #expect(living.value == 0 && kept.isPending)
  }

  @Test func aJobThatItsExecutorDropsFreesTheHandlerAndTheValueThatItWouldHaveReceived() {
    let living = Counter()
    do {
      let root = Promise<Probe>.made()
      let probe = Probe(living)
      let end = root.after(on: DroppingExecutor(label: "dropping")) { _ = probe }
      root.settle(Probe(living))
      #expect(end.isPending)
    }
    expectEqual(living.value, 0)
  }

  @Test(
    "values and errors that hold the next promise are all freed, also below the depth at which freeing them is put off")
  func nested() {
    let living = Counter()
    do {
      var (value, error, box): (Promise<SmallPage>?, Promise<SmallPage>?, Promise<LargePage>?)
      for _ in 0..<40 {
        let next = (Promise<SmallPage>.made(), Promise<SmallPage>.made(), Promise<LargePage>.made())
        next.0.settle(SmallPage(probe: Probe(living), next: value))
        next.1.fail(SmallPage(probe: Probe(living), next: error))
        next.2.settle(LargePage(probe: Probe(living), next: box))
        (value, error, box) = next
      }
      expectEqual(living.value, 120)
    }
    expectEqual(living.value, 0)
  }

  @Test func whatACancelledHandlerHeldMayCancelAnotherPromiseWhileItIsFreed() {
    let root = Promise<Int>.made()
    let other = Promise<Int>.made()
    let end: Promise<Int>
    do {
      let wish = LastWish { other.after(on: .inline) {}.cancel() }
      end = root.after(on: .inline) { _ = wish }
    }
    end.cancel()
    #expect(!other.isPending && !root.isPending)
  }

  @Test("a promise that is freed while pending is reported as lost; one that has settled is not")
  func lost() {
    let notes = Notes()
    do {
      Promise<Int>.made().observeLoss { notes.add("pending") }
      let settled = Promise<Int>.made()
      settled.observeLoss { notes.add("settled") }
      settled.settle(1)
    }
    expectEqual(notes.lines, ["pending"])
  }

  @Test func whatADisposedTokenHandlerHeldMayUseTheTokenWhileItIsFreed() {
    let token = CancellationToken()
    let registration: CancellationToken.Registration
    do {
      let wish = LastWish { token.cancel() }
      registration = token.onCancel { _ = wish }
    }
    registration.dispose()
    #expect(token.isCancelled)
  }
}
