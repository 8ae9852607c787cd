// A module in which `String` is an `Error`: a text is a value nevertheless, unless it is typed as an error.

import PromiseScope
import Testing

extension String: @retroactive Error {}

@Suite("a text in a module where String is an Error")
struct StringErrorTests {
  private struct Failed: Error {}

  @Test("a text fulfills a promise that can hold it")
  func fulfills() {
    let annotated: Promise<String> = Promise("text")
    let optional: Promise<String?> = Promise("text")
    let anything: Promise<Any> = Promise("text")
    let inferred = Promise("te" + "xt")
    #expect(annotated.description == "Fulfilled: text" && inferred.description == "Fulfilled: text")
    #expect(optional.isFulfilled && anything.isFulfilled)
  }

  @Test("an error rejects, also one that is a text")
  func rejects() {
    let thrown: any Error = "thrown"
    #expect(Promise<String>(thrown).description == "Rejected: thrown")
    #expect(Promise<Int>("no number").description == "Rejected: no number")
    #expect(Promise<String>(Failed()).isRejected)
  }
}
