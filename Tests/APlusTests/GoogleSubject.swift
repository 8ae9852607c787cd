// Google's vocabulary, PromiseScope's own, as a subject of the tests.

import PromiseScope

struct GoogleSubject: Subject {
  let promise: Promise<String>

  static func pending() -> Deferred {
    let promise = Promise<String>.pending()
    return Deferred(
      promise: GoogleSubject(promise: promise), fulfill: { promise.fulfill($0) }, reject: { promise.reject($0) })
  }

  var state: State {
    switch promise.result {
    case .success(let value)?: .fulfilled(value)
    case .failure(let error)?: State(error)
    case nil: .pending
    }
  }

  func then(_ handler: @escaping Handler<String, String>) -> any Subject {
    GoogleSubject(promise: promise.then { try handler($0) })
  }

  func thenFollow(_ handler: @escaping Handler<String, any Subject>) -> any Subject {
    GoogleSubject(promise: promise.then { own(try handler($0)).promise })
  }

  func rescue(_ handler: @escaping Handler<any Error, String>) -> any Subject {
    GoogleSubject(promise: promise.recover { try handler($0) })
  }

  func rescueFollow(_ handler: @escaping Handler<any Error, any Subject>) -> any Subject {
    GoogleSubject(promise: promise.recover { own(try handler($0)).promise })
  }
}
