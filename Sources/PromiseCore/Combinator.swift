// Many inputs, one promise: what every vocabulary's all, any and race have in common. Owns the waiting, the count, and the way of
// progress, pause and cancellation from one to the many; refuses to know what the inputs are combined for.

import PromiseTrace
import Synchronization

/// A promise that waits for several others.
///
/// Inputs hold it, and it holds no input: inputs that are dropped while pending are freed, and it with them.
@usableFromInline
package struct Combinator<Value>: Sendable {
  /// The combined promise.
  @usableFromInline package let promise: Promise<Value>

  @inlinable
  package init(_ operation: StaticString, site: SourceSite) {
    promise = Promise(pending: operation, site: site)
  }

  /// Waits for the inputs, in order, and reports their progress together.
  ///
  /// Pausing the combined promise pauses the inputs that nobody else waits for; cancelling it stops waiting, which cancels them.
  ///
  /// - Parameters:
  ///   - inputs: What to wait for; of none, nothing happens.
  ///   - rule: Which circles reject the promise; without a rule, any if `finish` is given, and else only one through all open inputs.
  ///   - react: Gets each input that has settled, in the order in which they do; on any thread, for several at a time. Must not hold an
  ///     input.
  ///   - finish: Gets the one that settled last, after `react`.
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

  /// Rejects as `input` did, because of it: from now on the rejection is the combined promise's own.
  @inlinable
  package func reject(like input: PromiseNode) {
    input.rejection.markHandled(at: input, by: promise)
    if promise.isPending { promise.reject(input.rejection.error, cause: .combinator, via: input) }
  }
}

extension Promise {
  /// Fulfils as a combinator; costs nothing, and the log is not told, if it was settled before.
  @inlinable
  package func fulfillOnce(_ value: @autoclosure () -> Value, via input: PromiseNode? = nil) {
    if isPending { fulfill(value(), cause: .combinator, via: input) }
  }
}

extension PromiseNode {
  /// The value of an input known to be fulfilled and of this type.
  @inlinable
  package final func value<Value>(as type: Value.Type) -> Value {
    unsafeDowncast(self, to: Promise<Value>.self).fulfilledValue
  }
}

/// The inputs of one combined promise.
@usableFromInline
package final class InputGroup: ReportRelay, Sendable {
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
  ///   - index: Its position among the others.
  ///   - entries: Gets the entry in its list, unless it has settled.
  @usableFromInline
  func add(_ input: PromiseNode, _ index: Int, to entries: inout [PromiseNode]) {
    if input.tracedID != 0 {
      EventEmitter.registered(input.tracedID, by: owner.tracedID, handles: [.fulfilled, .rejected])
    }
    let entry = InputEntry(on: input, of: self, at: index)
    if input.isPending { entries.append(entry) }
    input.register(Unmanaged.passRetained(entry))
  }

  /// Lets the owner's cancellation and pauses reach the inputs, from now on.
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

  /// An input was freed while pending.
  func inputIsGone() { relay.inputIsGone() }

  /// Takes in an input's report; false where the first input ends it, whose progress is no progress of the whole.
  fileprivate func add(_ report: PromiseProgress, of index: Int) -> Bool {
    guard finish != nil else { return false }
    progress.add(report, of: index)
    return true
  }

  package func nextReport(hasTurn: Bool) -> (promise: PromiseNode, report: PromiseProgress)? {
    progress.next(hasTurn: hasTurn).map { (owner, $0) }
  }
}

/// A combinator's entry in the list of one input: one allocation an input.
private final class InputEntry: ProgressEntry, @unchecked Sendable {
  /// Released when the entry has run or never will, because the group's owner holds the entries.
  ///
  /// Belongs to the thread that the reaction belongs to.
  private var group: InputGroup?
  private let index: Int

  init(on input: PromiseNode, of group: InputGroup, at index: Int) {
    self.group = group
    self.index = index
    super.init(on: input) { entry, input in
      let entry = unsafeDowncast(entry, to: InputEntry.self)
      entry.group.take()?.settled(entry.index, input)
    }
  }

  override func relay(_ report: PromiseProgress) -> (any ReportRelay)? {
    guard let group, group.add(report, of: index) else { return nil }
    return group
  }

  override var waiter: PromiseNode? { group?.owner }

  override func forget() -> AnyObject? { group.take() }
}
