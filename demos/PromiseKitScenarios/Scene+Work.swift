// The stage in PromiseKit's vocabulary: a flow of promises, work that seals one, and delayed actions.

import PromiseKitFacade

extension Flow {
  /// A flow that settles like its last promise.
  static func promises<Value>(_ body: @escaping @Sendable (Scene) -> Promise<Value>) -> Flow {
    .ending { scene in body(scene).coreNode }
  }
}

extension Scene {
  /// Runs an action after some seconds, unless the run has been canceled.
  func at(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    after(seconds) { ended in
      if case .success = ended { body() }
    }
  }

  /// Simulates work that takes time and ends with a value.
  func work<Value: Sendable>(
    _ label: String, seconds: Double, giving value: Value, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<Value> {
    let (promise, seal) = Promise<Value>.pending(file: file, line: line, function: function)
    after(seconds) { ended in seal.resolve(ended.map { value }) }
    return promise.named(label, in: self)
  }
}

extension Promise {
  /// Labels the promise and lets the scene retain it until the run is over.
  @discardableResult
  func named(_ label: String, in scene: Scene) -> Promise {
    scene.keep(coreNode)
    return named(label)
  }
}
