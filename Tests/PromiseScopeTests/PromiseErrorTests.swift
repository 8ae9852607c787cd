// The operators' own errors, as those who know Google's look at them.

import PromiseScope
import Testing

@Suite("promise errors")
struct PromiseErrorTests {
  private struct Alike: Error {
    let code: Int
    var _domain: String { PromiseError.errorDomain }
    var _code: Int { code }
  }

  @Test("domain and code, also as any error")
  func codes() {
    let errors: [any Error] = [PromiseError.timedOut, PromiseError.validationFailure]
    #expect(errors.map(\._code) == [0, 1])
    #expect(errors.map(\._domain) == Array(repeating: "com.google.FBLPromises.Error", count: 2))
    #expect(PromiseError.timedOut.errorUserInfo.isEmpty && PromiseError.validationFailure.errorCode == 1)
  }

  @Test("found again behind another error")
  func found() {
    #expect(PromiseError(PromiseError.timedOut as any Error) == .timedOut)
    #expect(PromiseError(Alike(code: 1)) == .validationFailure && PromiseError(Alike(code: 0)) == .timedOut)
    #expect(PromiseError(Alike(code: 9)) == nil && PromiseError(Oops.one) == nil)
  }
}
