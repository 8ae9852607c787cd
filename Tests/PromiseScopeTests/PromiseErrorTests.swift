// Tests `PromiseError`, with the domain and codes of Google Promises.

@Suite struct PromiseErrorTests {
  private struct Alike: Error {
    let code: Int
    var _domain: String { PromiseError.errorDomain }
    var _code: Int { code }
  }

  @Test("has Google's domain and codes, also as `any Error`")
  func codes() {
    let errors: [any Error] = [PromiseError.timedOut, PromiseError.validationFailure]
    expectEqual(errors.map(\._code), [0, 1])
    expectEqual(errors.map(\._domain), Array(repeating: "com.google.FBLPromises.Error", count: 2))
    #expect(PromiseError.timedOut.errorUserInfo.isEmpty && PromiseError.validationFailure.errorCode == 1)
  }

  @Test func isFoundBehindAnotherError() {
    expectEqual(PromiseError(PromiseError.timedOut as any Error), .timedOut)
    #expect(PromiseError(Alike(code: 1)) == .validationFailure && PromiseError(Alike(code: 0)) == .timedOut)
    #expect(PromiseError(Alike(code: 9)) == nil && PromiseError(Oops.one) == nil)
  }
}
