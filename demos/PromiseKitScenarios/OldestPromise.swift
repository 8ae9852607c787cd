// PromiseKit 1 from the inside: a result that is nil while pending, an array of handlers, a concurrent queue with barriers, and blocks. A
// model of our own that notes each step; each of its promises is a row.

import Dispatch
import PromiseKitFacade

/// A promise of version 1.
final class OldestPromise: Sendable {
  /// What a promise is resolved with: in Objective-C any object, whose class decides what it means.
  enum Object: Sendable {
    case value(String)
    case error(String)
    case promise(OldestPromise)
  }

  private let name: String
  private let scene: Scene
  private let promiseQueue = DispatchQueue(label: "org.promisekit.Q", attributes: .concurrent)
  nonisolated(unsafe) private var result: Object?
  nonisolated(unsafe) private var handlers: [(name: String, block: (Object) -> Void)] = []
  private let row = Promise<String>.pending()

  /// `new:`, which makes a fulfiller and a rejecter of one resolver block, and runs the body at once.
  @discardableResult
  init(
    _ name: String, in scene: Scene,
    new body: (@escaping @Sendable (Object) -> Void, @escaping @Sendable (String?) -> Void) -> Void
  ) {
    (self.name, self.scene) = (name, scene)
    row.promise.named(name, in: scene)
    draw()
    scene.note("(1)-(5) new: the body of \(name) runs, with a fulfiller and a rejecter")
    body(
      { object in
        if case .error = object { scene.note("PromiseKit: Warning: PMKFulfiller called with NSError") }
        scene.note("(6) the fulfiller of \(name) resolves")
        self.resolve(object)
      },
      { error in
        if error == nil { scene.note("the rejecter of \(name) got nil: NSErrorFromNil") }
        self.resolve(.error(error ?? "NSErrorFromNil"))
      })
  }

  /// The resolver block: a second call only warns, and a promise as the result is waited for.
  private func resolve(_ object: Object) {
    if promiseQueue.sync(execute: { result }) != nil {
      return scene.note("PromiseKit: Warning: Promise already resolved")
    }
    guard case .promise(let next) = object else { return set(object) }
    next.handle(name) { self.resolve($0) }
  }

  /// Stores the result under the barrier, and calls the handlers that waited.
  private func set(_ object: Object) {
    let waiting = promiseQueue.sync(flags: .barrier) { () -> [(name: String, block: (Object) -> Void)] in
      defer { (result, handlers) = (object, []) }
      return handlers
    }
    scene.note("(7)-(9) \(name) has its result; handlers to run: \(waiting.count)")
    draw()
    switch object {
    case .value(let value): row.resolver.fulfill(value)
    case .error(let error): row.resolver.reject(NSErrorStandIn(description: error))
    case .promise: break
    }
    for handler in waiting { handler.block(object) }
  }

  /// Stores a handler while the result is nil, under the barrier, which keeps two `then`s in order; calls it otherwise.
  private func handle(_ handler: String, _ block: @escaping (Object) -> Void) {
    let known = promiseQueue.sync(flags: .barrier) { () -> Object? in
      if result == nil { handlers.append((handler, block)) }
      return result
    }
    if let known { return block(known) }
    draw()
  }

  /// `then`: its handler gets values only, on the main queue; an error resolves the new promise at once.
  func then(_ name: String, _ body: @escaping @Sendable (String) -> Void) {
    let scene = scene
    // Read without the barrier, before `handle` reads it under the barrier. With a result, steps (10) and (12) do not take place.
    let isLate = promiseQueue.sync { result != nil }
    row.promise.done { value in
      body(value)
      if !isLate { scene.note("(12) the promise of \(name) is fulfilled") }
    }
    .named(name, in: scene).cauterize()
    handle(name) { object in
      let way = isLate ? "there is a result: " : "(10) "
      if case .value = object { scene.note("\(way)the handler of \(name) is dispatched") }
      if case .error = object { scene.note("\(way)\(name) is not called; its promise is resolved with the error") }
    }
  }

  private func draw() {
    let (result, names): (Object?, [String]) = promiseQueue.sync { (self.result, self.handlers.map(\.name)) }
    let words =
      switch result {
      case nil: "nil"
      case .value(let value)?: value
      case .error(let error)?: error
      case .promise?: "a promise"
      }
    scene.box(name, "_result: \(words)", "_handlers: " + (names.isEmpty ? "none" : names.joined(separator: ", ")))
  }
}

/// The error that stands for an `NSError` here.
private struct NSErrorStandIn: Error, CustomStringConvertible {
  let description: String
}
