// The drain loop: what an inline handler settles is delivered once the handler has returned, in the order of settlement.

@Suite struct DrainTests {
  @Test func inlineHandlersOfACanceledPromiseRunBeforeThoseOfAPromiseThatIsSettledAfterIt() {
    let notes = Notes()
    let (trigger, other) = (Promise<Int>.made(), Promise<Int>.made())
    let canceled = Promise<Int>.made().after(on: .inline) {}
    canceled.after(on: .inline) { notes.add("canceled") }
    other.after(on: .inline) { notes.add("other") }
    trigger.after(on: .inline) {
      canceled.cancel()
      other.settle(1)
      notes.add("settled both")
    }
    trigger.settle(1)
    expectEqual(notes.lines, ["settled both", "canceled", "other"])
  }
}
