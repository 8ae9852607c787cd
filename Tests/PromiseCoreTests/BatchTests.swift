// A batch of bodies that several visits take from: which visit must send another one.

@testable import PromiseCore

@Suite struct BatchTests {
  /// A batch of new promises.
  private func batch(of count: Int) -> Batch {
    var list: UInt = 0
    for _ in 0..<count {
      let node = Unmanaged<PromiseNode>.passRetained(Promise<Int>.made())
      node._withUnsafeGuaranteedRef { $0.next = PromiseNode.unmanaged(list) }
      list = UInt(bitPattern: node.toOpaque())
    }
    return Batch(list)
  }

  @Test func aVisitThatTakesTheFirstBodyMustSendAnotherAlthoughASecondVisitHasTakenTheLastOneSince() throws {
    let batch = batch(of: 2)
    let first = try #require(batch.takeNext())
    let second = try #require(batch.takeNext())
    #expect(!first.isLast && second.isLast && !batch.hasMore && batch.takeNext() == nil)
    first.node.release()
    second.node.release()
  }
}
