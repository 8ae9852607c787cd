// A task of steps, one after the other, that can be watched, paused and cancelled as one.
//
// Owns the plan and what came of its steps. Every step is a promise that derives from the one before, so the whole plan stands in
// the tree from the start; a step's own promise is what it is locked in to. Nothing here settles anything by itself.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// A task made of steps that run one after the other, and of what they give together.
///
/// Add the steps, then ``start()``. Each gets the state of the step before; a step that fails ends the task, unless it is optional:
/// then it is skipped. The last word has the aggregation, which sees the states of all. Any thread may call any member.
public final class SerialTask<Output: Sendable>: Sendable {
  /// Makes the task's result of what its steps gave, in their order, the skipped ones included.
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
  private let course = SerialCourse()

  /// Creates a task without steps.
  ///
  /// - Parameters:
  ///   - label: Its name in the tree.
  ///   - queue: Where the steps and the aggregation run; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - aggregate: Makes the result; an error it throws rejects.
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

  /// Adds a step at the end; without effect once the task has started.
  ///
  /// - Parameters:
  ///   - id: The step's name, for its state and the tree.
  ///   - isOptional: Whether the task goes on without it where it fails, or throws ``StepSkipped``. A cancellation is never skipped.
  ///   - weight: Its share of the whole task's progress, compared with the other steps'; what is not above 0 counts as nothing.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the state of the last step that was not skipped (nil before the first) and returns the promise of its own value.
  /// - Returns: The task.
  @discardableResult
  public func step<Value: Sendable>(
    _ id: String, isOptional: Bool = false, weight: Double = 1, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: @escaping @Sendable (_ previousSubState: SubState?) throws -> Promise<Value>
  ) -> Self {
    let site = SourceSite(file, line, function)
    let step = SerialStep(id: id, isOptional: isOptional, weight: weight > 0 ? weight : 0) { parent, place in
      Promise<Value>(from: parent, "step", handles: place.handles, on: place.executor, site: site) { node, parent in
        let promise = unsafeDowncast(node, to: Promise<Value>.self)
        guard place.course.goOn(to: place.index, after: parent, for: promise) else { return promise.pass(parent) }
        promise.settle { () throws -> Promise<Value> in try work(place.course.previous) }
      }
      .named(id)
    } read: { node in
      node.value(as: Value.self)
    }
    plan.withLock { if $0.result == nil { $0.steps.append(step) } }
    return self
  }

  /// Begins the first step.
  ///
  /// - Returns: The promise of the result; the same one every time.
  @discardableResult
  public func start() -> Promise<Output> {
    let (result, begin) = plan.withLock { plan -> (Promise<Output>, Promise<Void>?) in
      if let result = plan.result { return (result, nil) }
      let root = Promise<Void>(pending: "serial", site: site).named(label)
      let (steps, result) = build(plan.steps, from: root)
      plan.stepPromises = [root] + steps
      plan.result = result
      return (result, root)
    }
    begin?.fulfill((), cause: .resolver)
    return result
  }

  private func build(
    _ steps: [SerialStep], from root: Promise<Void>
  ) -> (steps: [PromiseNode], result: Promise<Output>) {
    var last: PromiseNode = root
    var promises: [PromiseNode] = []
    for (index, step) in steps.enumerated() {
      let place = SerialPlace(course: course, index: index, executor: gate, handles: steps.handles(before: index))
      last = step.make(last, place)
      promises.append(last)
    }
    let result = Promise<Output>(
      from: last, "aggregate", handles: steps.handles(before: steps.count), on: gate, site: site
    ) { [course, aggregate] node, parent in
      let promise = unsafeDowncast(node, to: Promise<Output>.self)
      guard course.goOn(to: steps.count, after: parent, for: promise) else { return promise.pass(parent) }
      promise.settle { () throws -> Output in try aggregate(course.states) }
    }
    for (index, promise) in promises.enumerated() {
      promise.onProgress { [course] in course.report($0, ofStep: index) }
    }
    course.begin(steps, for: result)
    result.observeSilently { [course] _ in course.end() }
    result.onPause { [gate] isPaused in
      isPaused ? gate.pause() : gate.resume()
      return true
    }
    // What waits at the gate for a promise that was cancelled has nothing to wait for.
    result.onCancel { [gate] in gate.resume() }
    return (promises, result)
  }

  // MARK: The course

  /// The promise of the result; nil before the start.
  public var promise: Promise<Output>? { plan.withLock { $0.result } }

  /// The promises that the task made for its steps, in their order, the one of the start first; none before the start.
  public var stepPromises: [PromiseNode] { plan.withLock { $0.stepPromises } }

  /// What came of the steps so far, in their order.
  public var states: [SubState] { course.states }

  /// The name of the step under way; nil before the start and after the last.
  public var currentStep: String? { course.currentStep }

  /// Whether the steps wait to be resumed.
  public var isPaused: Bool { gate.isPaused }

  /// Keeps the next step from beginning, and pauses what the present one waits for, where that can be paused.
  ///
  /// - Returns: False where the task has not started, has ended or is paused already.
  @discardableResult
  public func pause() -> Bool { promise?.pause() ?? false }

  /// Lets the steps go on.
  ///
  /// - Returns: False where the task is not paused.
  @discardableResult
  public func resume() -> Bool { promise?.resume() ?? false }

  /// Cancels the step under way, up to its sources, and with it the task.
  ///
  /// - Returns: False where the task has not started or has ended.
  @discardableResult
  public func cancel() -> Bool { promise?.cancel() ?? false }
}

extension SerialTask where Output == [SubState] {
  /// Creates a task without steps whose result is the states of its steps.
  ///
  /// - Parameters:
  ///   - label: Its name in the tree.
  ///   - queue: Where the steps run; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  public convenience init(
    _ label: String, on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    self.init(label, on: queue, file: file, line: line, function: function) { $0 }
  }
}

extension [SerialStep] {
  /// The outcomes of a step's predecessor that the step goes on with: its failure too, where it is optional.
  fileprivate func handles(before index: Int) -> HandledSides {
    index > 0 && self[index - 1].isOptional ? [.fulfilled, .rejected] : .fulfilled
  }
}

extension Promise {
  /// Rejects as the step before did: that one's body, or one before it, has failed.
  fileprivate func pass(_ parent: PromiseNode) {
    finished(.threw)
    reject(passing: parent.rejection, from: parent, cause: .threw)
  }
}
