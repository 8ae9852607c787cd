// The common part of `all`, `any` and `race` in every API: waits for several inputs, counts them, and connects progress, pausing and
// cancellation. Independent of how the results are combined.

import PromiseTrace
import Synchronization

/// A promise that waits for several others.
///
/// Pending inputs retain the combined promise until it settles, but it retains no input. So if the program releases pending inputs, they are
/// freed, and the combined promise with them. An input that settles too late only has its rejection handled.
@usableFromInline
package struct Combinator<Value>: @unchecked Sendable {
  @usableFromInline package let promise: Promise<Value>

  @inlinable
  package init(_ operation: StaticString, site: SourceSite) {
    promise = Promise(pending: operation, site: site)
  }

  /// Waits for the inputs, in order, and reports their progress together.
  ///
  /// Pausing or canceling the combined promise pauses or cancels the inputs that nothing else waits for.
  ///
  /// - Parameters:
  ///   - inputs: The promises to wait for. If there are none, nothing happens.
  ///   - rule: Which cycles reject the promise; without a rule, any if `finish` is given, and else only one through all open inputs.
  ///   - react: Called with each input when it settles, on any thread, and for several inputs concurrently. Must not retain an input.
  ///   - finish: Called with the input that settled last, after `react`.
  @inlinable
  package func wait<Input: PromiseNode>(
    for inputs: [Input], rule: InputRule? = nil,
    _ react: @escaping @Sendable (_ index: Int, _ input: PromiseNode) -> Void,
    whenLast finish: (@Sendable (_ input: PromiseNode) -> Void)? = nil
  ) {
    guard !inputs.isEmpty else { return }
    let group = InputGroup(
      of: promise, count: inputs.count, rule: rule ?? (finish == nil ? .one : .each), react, whenLast: finish)
    var entries: [PromiseNode] = []
    entries.reserveCapacity(inputs.count)
    for index in inputs.indices { group.add(inputs[index], index, to: &entries) }
    group.obeyOwner(entries)
  }

  /// Rejects with the error of `input`, as a new rejection that belongs to the combined promise.
  @inlinable
  package func reject(like input: PromiseNode) {
    input.rejection.markHandled(at: input, by: promise)
    if promise.isPending { promise.reject(input.rejection.error, cause: .combinator, via: input) }
  }
}

extension Promise {
  /// Fulfills the combined promise; has no effect, and is not logged, if the promise is already settled.
  @inlinable
  package func fulfillOnce(_ value: @autoclosure () -> Value, via input: PromiseNode? = nil) {
    if isPending { fulfill(value(), cause: .combinator, via: input) }
  }
}

extension PromiseNode {
  /// The value of an input that is known to be fulfilled and to have this type.
  @inlinable
  package final func value<Value>(as type: Value.Type) -> Value {
    unsafeDowncast(self, to: Promise<Value>.self).fulfilledValue
  }
}

/// The inputs of one combined promise.
@usableFromInline
package final class InputGroup: ReportRelay, InputGathering, @unchecked Sendable {
  fileprivate let owner: PromiseNode
  private let relay: InputRelay
  private let progress: CombinedProgress
  private let react: @Sendable (Int, PromiseNode) -> Void
  private let finish: (@Sendable (PromiseNode) -> Void)?

  @usableFromInline
  init(
    of owner: PromiseNode, count: Int, rule: InputRule, _ react: @escaping @Sendable (Int, PromiseNode) -> Void,
    whenLast finish: (@Sendable (PromiseNode) -> Void)?
  ) {
    self.owner = owner
    self.react = react
    self.finish = finish
    relay = InputRelay(rule, passesPauses: true)
    progress = CombinedProgress(inputs: count)
  }

  /// Waits for one input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - index: The index of the input.
  ///   - entries: Receives the entry in the input's list, unless the input has settled.
  @usableFromInline
  func add(_ input: PromiseNode, _ index: Int, to entries: inout [PromiseNode]) {
    if input.tracedID != 0 {
      EventEmitter.registered(input.tracedID, by: owner.tracedID, handles: [.fulfilled, .rejected])
    }
    let entry = InputEntry(on: input, of: self, at: index)
    if input.isPending { entries.append(entry) }
    input.register(Unmanaged.passRetained(entry))
  }

  /// Connects the owner's cancellation and pausing to the inputs.
  @usableFromInline
  func obeyOwner(_ entries: [PromiseNode]) {
    guard !entries.isEmpty else { return }
    relay.add(entries)
    owner.combine(relay)
  }

  fileprivate func settled(_ index: Int, _ input: PromiseNode) {
    react(index, input)
    guard let finish else { return }
    let (open, hasReport) = progress.settled(index, isWatched: owner.isWatched)
    if open == 0 { finish(input) } else if hasReport { PromiseNode.deliver(from: self) }
    relay.inputIsGone()
  }

  /// Called when an input is freed while pending.
  func inputIsGone() { relay.inputIsGone() }

  /// Adds an input's report; returns false if the first input to settle decides the outcome, so that there is no combined progress.
  fileprivate func add(_ report: PromiseProgress, of index: Int, along trail: ReportTrail) -> Bool {
    finish != nil && progress.add(report, of: index, along: trail)
  }

  package func nextReport(hasTurn: Bool) -> (promise: PromiseNode, report: QueuedReport)? {
    progress.next(hasTurn: hasTurn).map { (owner, $0) }
  }
}

/// A combinator's entry in the list of one input; one allocation for each input.
private final class InputEntry: ProgressEntry, @unchecked Sendable {
  /// The group; released once the entry has run or can no longer run, or its owner has settled, because the owner retains the entries.
  ///
  /// Accessed only by the thread that owns the reaction.
  private var group: InputGroup?
  private let index: Int

  init(on input: PromiseNode, of group: InputGroup, at index: Int) {
    self.group = group
    self.index = index
    super.init(on: input) { entry, input in
      let entry = unsafeDowncast(entry, to: InputEntry.self)
      entry.group.take()?.settled(entry.index, input)
    }
    lateHandler = group.owner.tracedID
  }

  override func relay(_ report: PromiseProgress, along trail: ReportTrail) -> (any ReportRelay)? {
    guard let group, trail.pass(trailNumber), group.add(report, of: index, along: trail) else { return nil }
    return group
  }

  override var waiter: PromiseNode? { group?.owner }

  override func forget() -> Forgotten { Forgotten(gathering: group.take()) }
}
