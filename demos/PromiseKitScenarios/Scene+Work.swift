// The stage in PromiseKit's vocabulary: a flow of promises, and work that seals one.

import PromiseKitFacade

extension Flow {
  /// A flow that settles like its last promise.
  static func promises<Value>(_ body: @escaping @Sendable (Scene) -> Promise<Value>) -> Flow {
    .ending { scene in body(scene)._node }
  }
}

extension Scene {
  /// Simulates work that takes time and ends with a value.
  func work<Value: Sendable>(
    _ label: String, seconds: Double, giving value: Value, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<Value> {
    let (promise, seal) = Promise<Value>.pending(file: file, line: line, function: function)
    afterWork(label, seconds) { ended in seal.resolve(ended.map { value }) }
    return promise.named(label, in: self)
  }

  /// Simulates work that takes time and then fails.
  func work<Value: Sendable>(
    _ label: String, seconds: Double, failingWith error: any Error, as type: Value.Type = Value.self,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Value> {
    let (promise, seal) = Promise<Value>.pending(file: file, line: line, function: function)
    afterWork(label, seconds) { ended in seal.resolve(ended.flatMap { .failure(error) }) }
    return promise.named(label, in: self)
  }
}

extension Promise {
  /// Labels the promise and lets the scene retain it until the run is over.
  @discardableResult
  func named(_ label: String, in scene: Scene) -> Promise {
    scene.keep(_node)
    return named(label)
  }
}

extension Guarantee {
  /// Labels the guarantee and lets the scene retain it until the run is over.
  @discardableResult
  func named(_ label: String, in scene: Scene) -> Guarantee {
    scene.keep(_node)
    return named(label)
  }
}
