// The texts of errors and warnings, the errors that mean cancellation, and the default settings.

import Foundation

@testable import PromiseKitFacade

@Suite struct PMKErrorTests {
  @Test func eachErrorHasItsDescription() {
    let texts = [
      (PMKError.returnedSelf, "A promise handler returned itself"),
      (.badInput, "Bad input was provided to a PromiseKit function"),
      (.cancelled, "The asynchronous sequence was cancelled"),
      (.compactMap(1, String.self), "Could not `compactMap<String>`: 1"),
      (.emptySequence, "The first or last element was requested for an empty sequence"),
      (.noWinner, "All thenables passed to race(fulfilled:) were rejected"),
      (.invalidCallingConvention, "A closure was called with an invalid calling convention, probably (nil, nil)"),
    ]
    for (error, text) in texts {
      expectEqual(error.debugDescription, text)
      expectEqual(error.errorDescription, text)
      expectEqual(error.localizedDescription, text)
    }
  }

  @Test func cancellationErrorsAreRecognized() {
    struct Own: CancellableError { var isCancelled: Bool }
    let errors: [any Error] = [
      PMKError.cancelled, CancellationError(), URLError(.cancelled), CocoaError(.userCancelled), Own(isCancelled: true),
      NSError(domain: NSURLErrorDomain, code: -999), NSError(domain: NSCocoaErrorDomain, code: 3072),
      NSError(domain: "SKErrorDomain", code: 2),
    ]
    for error in errors { #expect(error.isCancelled, "\(error)") }
    let others: [any Error] = [
      PMKError.badInput, Oops.one, URLError(.timedOut), CocoaError(.fileNoSuchFile), Own(isCancelled: false),
      NSError(domain: NSURLErrorDomain, code: -1001), NSError(domain: "Own", code: -999),
    ]
    for error in others { #expect(!error.isCancelled, "\(error)") }
  }

  @Test func eachWarningHasItsText() {
    let texts = [
      (LogEvent.waitOnMainThread, "PromiseKit: warning: `wait()` called on main thread!"),
      (.pendingPromiseDeallocated, "PromiseKit: warning: pending promise deallocated"),
      (.pendingGuaranteeDeallocated, "PromiseKit: warning: pending guarantee deallocated"),
      (.cauterized(Oops.one), "PromiseKit:cauterized-error: one"),
    ]
    for (event, text) in texts { expectEqual(event.text, text) }
  }

  @Test func theDefaultSettings() {
    let settings = PMKConfiguration()
    expectEqual(settings.Q.map?.label, DispatchQueue.main.label)
    expectEqual(settings.Q.return?.label, DispatchQueue.main.label)
    expectEqual(settings.catchPolicy, .allErrorsExceptCancellation)
  }
}
