// Tests a module that conforms `String` to `Error`: a string is still a value, unless its static type is an error.

import PromiseScope
import TestSupport
import Testing

// Some programs do this, although neither type is theirs.
// swift-format-ignore: AvoidRetroactiveConformances
extension String: @retroactive Error {}

@Suite struct StringErrorTests {
  private struct Failed: Error {}

  @Test func aStringFulfillsAPromiseThatCanHoldIt() {
    let annotated: Promise<String> = Promise("text")
    let optional: Promise<String?> = Promise("text")
    let anything: Promise<Any> = Promise("text")
    let inferred = Promise("te" + "xt")
    #expect(annotated.description == "Fulfilled: text" && inferred.description == "Fulfilled: text")
    #expect(optional.isFulfilled && anything.isFulfilled)
  }

  @Test func anErrorRejectsEvenIfItIsAString() {
    let thrown: any Error = "thrown"
    expectEqual(Promise<String>(thrown).description, "Rejected: thrown")
    expectEqual(Promise<Int>("no number").description, "Rejected: no number")
    #expect(Promise<String>(Failed()).isRejected)
  }
}
