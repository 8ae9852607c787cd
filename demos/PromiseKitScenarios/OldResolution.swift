// PromiseKit 4's Resolution, and the token of a rejection, which reports an error that no handler takes. A model of our own.

import Synchronization

/// How a promise ended; a rejection carries the token of its error.
enum Resolution<T: Sendable>: Sendable {
  case fulfilled(T)
  case rejected(any Error, ErrorConsumptionToken?)

  init(_ result: Swift.Result<T, any Error>) {
    switch result {
    case .success(let value): self = .fulfilled(value)
    case .failure(let error): self.init(error)
    }
  }

  init(_ error: any Error) { self = .rejected(error, (error as? Undelivered)?.token) }

  var words: String {
    switch self {
    case .fulfilled(let value): ".fulfilled(\(value))"
    case .rejected(let error, _): ".rejected(\(error), token)"
    }
  }
}

/// An error that carries its token.
struct Undelivered: Error, CustomStringConvertible {
  let description: String
  let token: ErrorConsumptionToken

  init(_ letter: String, _ scene: Scene) {
    (description, token) = (letter, ErrorConsumptionToken(letter, scene))
  }
}

/// Reports an error that no handler has consumed when the last promise that carries it is gone.
final class ErrorConsumptionToken: Sendable {
  private let letter: String
  private let scene: Scene
  private let consumed = Mutex(false)

  init(_ letter: String, _ scene: Scene) {
    (self.letter, self.scene) = (letter, scene)
    scene.box("token of \(letter)", "consumed: false")
  }

  func consume() {
    consumed.withLock { $0 = true }
    scene.box("token of \(letter)", "consumed: true")
  }

  deinit {
    if !consumed.withLock({ $0 }) { scene.note("token of \(letter): its end reports the error, unconsumed") }
  }
}
