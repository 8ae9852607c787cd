// The stage in PromiseKit's words: a flow of promises, work that seals one, and things that happen at a time.

import PromiseKitFacade

extension Flow {
  /// A flow that ends as a promise does.
  static func promises<Value>(_ body: @escaping @Sendable (Scene) -> Promise<Value>) -> Flow {
    .ending { scene in body(scene).coreNode }
  }
}

extension Scene {
  /// Does something after so many seconds, unless the run is cancelled by then.
  func at(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    after(seconds) { ended in
      if case .success = ended { body() }
    }
  }

  /// Something that takes a while and then has a value.
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
  /// Gives the promise a label, and to the scene to hold until the run is over.
  @discardableResult
  func named(_ label: String, in scene: Scene) -> Promise {
    scene.keep(coreNode)
    return named(label)
  }
}
