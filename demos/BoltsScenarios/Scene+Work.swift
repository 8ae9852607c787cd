// The stage in Bolts' vocabulary: a flow of tasks, and work that completes one.

import BoltsFacade

extension Flow {
  /// A flow whose last promise is a task.
  static func tasks<Value>(_ body: @escaping @Sendable (Scene) -> Task<Value>) -> Flow {
    .ending { scene in body(scene).node }
  }
}

extension Scene {
  /// Simulates work that takes time and ends with a result or an error.
  func work<Value: Sendable>(
    _ label: String, seconds: Double, ending result: Result<Value, any Error>, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function
  ) -> Task<Value> {
    let source = TaskCompletionSource<Value>(file: file, line: line, function: function)
    afterWork(label, seconds) { ended in
      switch ended.flatMap({ result }) {
      case .success(let value): source.trySet(result: value)
      case .failure(is CancellationError): source.tryCancel()
      case .failure(let error): source.trySet(error: error)
      }
    }
    return source.task.named(label, in: self)
  }
}

extension Task {
  /// Labels the task and lets the scene retain it until the run is over.
  @discardableResult
  func named(_ label: String, in scene: Scene) -> Task {
    scene.keep(node)
    return named(label)
  }
}
