// PromiseKit 4 from the inside: a promise, the two ways to create one, `then`, and `catch`. A model of our own that notes each step; each of
// its promises is a row, whose handlers run on the main queue.

import PromiseKitFacade

/// A promise of version 4: a State, and two ways to create one.
final class OldPromise<T: Sendable>: Sendable {
  let state: State<T>
  private let row: Promise<T>

  /// `init(resolvers:)`: the program gets two closures, of which `reject` warns where it comes too late.
  convenience init(
    _ name: String, in scene: Scene,
    resolvers: (@escaping @Sendable (T) -> Void, @escaping @Sendable (any Error) -> Void) -> Void
  ) {
    let (row, seal) = Promise<T>.pending()
    self.init(State(name, scene, isDrawn: true), row.named(name, in: scene))
    let state = state
    state.settlesRow { resolution in
      switch resolution {
      case .fulfilled(let value): seal.fulfill(value)
      case .rejected(let error, _): seal.reject(error)
      }
    }
    scene.note("init(resolvers:): the body of \(name) gets fulfill and reject")
    resolvers(
      { state.resolve(.fulfilled($0)) },
      { error in
        if state.isPending { return state.resolve(Resolution(error)) }
        scene.note("PromiseKit: warning: reject called on already rejected Promise: \(error)")
      })
  }

  /// `init(sealant:)`: what `then` returns gets one closure, which takes a whole Resolution.
  private init(_ state: State<T>, _ row: Promise<T>) { (self.state, self.row) = (state, row) }

  /// Pipes a body into the State, which seals the new promise.
  @discardableResult
  func then<U: Sendable>(
    _ name: String, between: () -> Void = {}, _ body: @escaping @Sendable (T) throws -> U
  ) -> OldPromise<U> {
    let scene = state.scene
    let newState = State<U>(name, scene, isDrawn: false)
    scene.note("init(sealant:): the promise of \(name) is made with one closure, resolve")
    let newRow = row.map { value in
      do {
        let result = try body(value)
        newState.resolve(.fulfilled(result))
        return result
      } catch {
        newState.resolve(Resolution(error))
        throw error
      }
    }
    state.pipe(name, between: between) { resolution in
      switch resolution {
      case .fulfilled: scene.note("contain_zalgo: \(name) goes to its queue")
      case .rejected(let error, let token): newState.resolve(.rejected(error, token))
      }
    }
    return OldPromise<U>(newState, newRow.named(name, in: scene))
  }

  /// Consumes the token, and runs a body.
  func `catch`(_ body: @escaping @Sendable (any Error) -> Void) {
    state.pipe("catch") { [scene = state.scene] resolution in
      guard case .rejected(_, let token) = resolution else { return }
      scene.note("contain_zalgo: catch goes to its queue")
      token?.consume()
    }
    row.catch(body)
  }
}
