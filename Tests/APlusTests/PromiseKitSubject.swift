// PromiseKit's vocabulary as a subject of the tests.

import PromiseKitFacade

struct PromiseKitSubject: Subject {
  let promise: Promise<String>

  static func pending() -> Deferred {
    let (promise, resolver) = Promise<String>.pending()
    return Deferred(
      promise: PromiseKitSubject(promise: promise), fulfill: { resolver.fulfill($0) }, reject: { resolver.reject($0) })
  }

  var state: State {
    switch promise.result {
    case .fulfilled(let value)?: .fulfilled(value)
    case .rejected(let error)?: State(error)
    case nil: .pending
    }
  }

  func then(_ handler: @escaping Handler<String, String>) -> any Subject {
    PromiseKitSubject(promise: promise.map { try handler($0) })
  }

  func thenFollow(_ handler: @escaping Handler<String, any Subject>) -> any Subject {
    PromiseKitSubject(promise: promise.then { own(try handler($0)).promise })
  }

  func rescue(_ handler: @escaping Handler<any Error, String>) -> any Subject {
    PromiseKitSubject(promise: promise.recover { Promise.value(try handler($0)) })
  }

  func rescueFollow(_ handler: @escaping Handler<any Error, any Subject>) -> any Subject {
    PromiseKitSubject(promise: promise.recover { own(try handler($0)).promise })
  }
}
