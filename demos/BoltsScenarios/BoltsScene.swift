// What a flow in Bolts' vocabulary stands on: work that takes time, notes, and somebody who holds its tasks until the run is over.
//
// One module cannot hold two vocabularies, so this is the scene as far as it has no promises in it. Refuses to know whose clock it is.

import BoltsFacade
import PromiseCore

/// A stage for tasks.
///
/// Any thread may call it.
public struct BoltsScene: Sendable {
  /// Runs a closure after so many seconds, or with an error as soon as the run is cancelled.
  public typealias After = @Sendable (_ seconds: Double, _ body: @escaping @Sendable ((any Error)?) -> Void) -> Void

  private let after: After
  private let write: @Sendable (String) -> Void
  private let hold: @Sendable (PromiseNode) -> Void

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - after: The run's clock.
  ///   - note: Writes a line into its log.
  ///   - keep: Holds a promise until the run is over.
  public init(
    after: @escaping After, note: @escaping @Sendable (String) -> Void, keep: @escaping @Sendable (PromiseNode) -> Void
  ) {
    self.after = after
    write = note
    hold = keep
  }

  /// Something that takes a while and then has a result, or an error.
  func work<Value: Sendable>(
    _ label: String, seconds: Double, ending result: Result<Value, any Error>, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function
  ) -> Task<Value> {
    let source = TaskCompletionSource<Value>(file: file, line: line, function: function)
    after(seconds) { cancellation in
      switch result {
      case _ where cancellation != nil: source.tryCancel()
      case .success(let value): source.trySet(result: value)
      case .failure(let error): source.trySet(error: error)
      }
    }
    return source.task.named(label, in: self)
  }

  /// Writes a line into the log.
  func note(_ text: String) { write(text) }

  fileprivate func keep(_ node: PromiseNode) { hold(node) }
}

extension Task {
  /// Gives the task a label, and to the scene to hold until the run is over.
  func named(_ label: String, in scene: BoltsScene) -> Task {
    scene.keep(node)
    return named(label)
  }
}
