// Owns `SerialTask`, which runs steps one after another and can be observed, paused and canceled as a whole.
//
// The task's promise adopts the promise of the aggregation, which derives from the last step, and every step derives from the previous
// one. So the tree shows the whole plan from the start, below the task's promise. The promise that a step returns is adopted by the step's
// promise.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// A task whose steps run one after another, and whose result combines the results of its steps.
///
/// ```swift
/// let order = SerialTask("order") { states in
///   try "\(states[0].value(as: Int.self)) books, \(states[1].value(as: String.self))"
/// }
/// order.step("count") { _ in Promise(3) }
/// order.step("pay") { previous in
///   let count = try previous?.value(as: Int.self) ?? 0
///   return Promise("\(count * 10) euros")
/// }
/// order.start().then { print($0) }  // 3 books, 30 euros
/// ```
///
/// Add the steps, then call ``start()``. Each step receives the state of the previous one. A step that fails ends the task, unless it is
/// optional: an optional step is skipped. At the end the aggregation turns the states of all steps into the result. Any thread may call
/// any member.
public final class SerialTask<Output: Sendable>: Sendable {
  /// Turns the states of the steps, in order and including skipped ones, into the result of the task.
  public typealias Aggregation = @Sendable (_ states: [SubState]) throws -> Output

  private struct Plan {
    var steps: [SerialStep] = []
    var stepPromises: [PromiseNode] = []
    var result: Promise<Output>?
  }

  private let label: String
  private let site: SourceSite
  private let gate: PausableExecutor
  private let aggregate: Aggregation
  private let plan = Mutex(Plan())
  private let progress = SerialProgress()

  /// Creates a task without steps.
  ///
  /// - Parameters:
  ///   - label: The name of the task in the tree.
  ///   - queue: The queue that runs the steps and the aggregation; nil means the default executor.
  ///   - aggregate: Returns the result; a thrown error rejects the promise.
  public init(
    _ label: String, on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, aggregating aggregate: @escaping Aggregation
  ) {
    self.label = label
    self.aggregate = aggregate
    site = SourceSite(file, line, function)
    gate = PausableExecutor(Executor.of(queue))
  }

  // MARK: The plan

  /// Appends a step.
  ///
  /// It has no effect once the task has started.
  ///
  /// - Parameters:
  ///   - id: The name of the step, for its state and the tree.
  ///   - isOptional: Whether the task continues if the step fails or throws ``StepSkipped``. A canceled step always ends the task.
  ///   - weight: The share of the step in the progress of the task, relative to the other steps. Zero, a negative number or NaN counts as
  ///     zero.
  ///   - work: Receives the state of the last step that wasn't skipped, or nil, and returns a promise for the value of this step; a thrown
  ///     error fails the step.
  /// - Returns: The task.
  @discardableResult
  public func step<Value: Sendable>(
    _ id: String, isOptional: Bool = false, weight: Double = 1, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: @escaping @Sendable (_ previousSubState: SubState?) throws -> Promise<Value>
  ) -> Self {
    let site = SourceSite(file, line, function)
    let step = SerialStep(id: id, isOptional: isOptional, weight: weight > 0 ? weight : 0) { parent, context in
      Promise<Value>(after: parent, "step", handles: context.handles, on: context.executor, site: site) {
        node, parent in
        let promise = unsafeDowncast(node, to: Promise<Value>.self)
        guard context.progress.advance(to: context.index, after: parent, for: promise) else {
          return promise.pass(parent)
        }
        promise.settle { () throws -> Promise<Value> in try work(context.progress.previous) }
      }
      .named(id)
    } read: { node in
      node.value(as: Value.self)
    }
    plan.withLock { if $0.result == nil { $0.steps.append(step) } }
    return self
  }

  /// Starts the first step.
  ///
  /// - Returns: The promise for the result. Further calls return the same promise.
  @discardableResult
  public func start() -> Promise<Output> {
    let (result, first) = plan.withLock { plan -> (Promise<Output>, PromiseNode?) in
      if let result = plan.result { return (result, nil) }
      let result = Promise<Output>(pending: "serial", site: site).named(label)
      plan.stepPromises = build(plan.steps, for: result)
      plan.result = result
      return (result, plan.stepPromises[0])
    }
    first?.enqueueBody()
    return result
  }

  /// Creates the promises of the steps and the aggregation; the first one has yet to begin.
  private func build(_ steps: [SerialStep], for result: Promise<Output>) -> [PromiseNode] {
    var promises: [PromiseNode] = []
    for (index, step) in steps.enumerated() {
      let context = StepContext(progress: progress, index: index, executor: gate, handles: steps.handles(before: index))
      let promise = step.make(promises.last, context)
      promise.onProgress { [progress] in progress.report($0, ofStep: index) }
      promises.append(promise)
    }
    let aggregation = Promise<Output>(
      after: promises.last, "aggregate", handles: steps.handles(before: steps.count), on: gate, site: site
    ) { [progress, aggregate] node, parent in
      let promise = unsafeDowncast(node, to: Promise<Output>.self)
      guard progress.advance(to: steps.count, after: parent, for: promise) else { return promise.pass(parent) }
      promise.settle { () throws -> Output in try aggregate(progress.states) }
    }
    result.adopt(aggregation)
    progress.start(steps, for: result)
    result.observeSilently { [progress] _ in progress.end() }
    result.onPause { [gate] isPaused in
      isPaused ? gate.pause() : gate.resume()
      return true
    }
    // A canceled task has to release the steps that wait at the gate.
    result.onCancel { [gate] in gate.resume() }
    return promises + [aggregation]
  }

  // MARK: The running task

  /// The promise for the result; nil before the start.
  public var promise: Promise<Output>? { plan.withLock { $0.result } }

  /// The promises of the steps, in order, followed by the promise of the aggregation; empty before the start.
  public var stepPromises: [PromiseNode] { plan.withLock { $0.stepPromises } }

  /// The states of the finished steps, in order.
  public var states: [SubState] { progress.states }

  /// The name of the current step; nil before the start and after the last step.
  public var currentStep: String? { progress.currentStep }

  /// Whether the task is paused.
  public var isPaused: Bool { gate.isPaused }

  /// Holds back the next step, and pauses the work that the current step waits for if it is pausable.
  ///
  /// - Returns: False if the task hasn't started, has ended or is paused already.
  @discardableResult
  public func pause() -> Bool { promise?.pause() ?? false }

  /// Resumes the steps.
  ///
  /// - Returns: False if the task isn't paused.
  @discardableResult
  public func resume() -> Bool { promise?.resume() ?? false }

  /// Cancels the task: the current step, up to its sources, and the steps after it.
  ///
  /// - Returns: False if the task hasn't started or has ended.
  @discardableResult
  public func cancel() -> Bool { promise?.cancel() ?? false }
}

extension SerialTask where Output == [SubState] {
  /// Creates a task without steps whose result is the array of the states of its steps.
  ///
  /// - Parameters:
  ///   - label: The name of the task in the tree.
  ///   - queue: The queue that runs the steps; nil means the default executor.
  public convenience init(
    _ label: String, on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    self.init(label, on: queue, file: file, line: line, function: function) { $0 }
  }
}

extension [SerialStep] {
  /// The outcomes of the previous step that a step handles, including the failure of an optional one.
  fileprivate func handles(before index: Int) -> HandledSides {
    index > 0 && self[index - 1].isOptional ? [.fulfilled, .rejected] : .fulfilled
  }
}

extension Promise {
  /// Creates the promise of a step or the aggregation, which derives from the previous step.
  ///
  /// Without a previous step, it runs once ``PromiseNode/enqueueBody()`` is called.
  fileprivate convenience init(
    after previous: PromiseNode?, _ operation: StaticString, handles sides: HandledSides, on executor: Executor,
    site: SourceSite, reaction: @escaping Reaction
  ) {
    guard let previous else {
      self.init(operation, executor: executor.stored, site: site, body: reaction)
      return
    }
    self.init(from: previous, operation, handles: sides, on: executor, site: site, reaction: reaction)
  }

  /// Rejects with the rejection of the previous step.
  fileprivate func pass(_ parent: PromiseNode) {
    finished(.threw)
    reject(passing: parent.rejection, from: parent, cause: .threw)
  }
}
