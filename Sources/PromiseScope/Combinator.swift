// What all, any and race have in common: many inputs, one promise. Owns the waiting and the count.

import PromiseCore
import PromiseTrace
import Synchronization

/// Waits for several promises on behalf of one.
///
/// Inputs hold it, and it holds no input: inputs that are dropped while pending are freed, and it with them.
final class Combinator<Value: Sendable>: Sendable {
  let promise: Promise<Value>
  private let count: Int
  private let remaining: Atomic<Int>
  private let progress: CombinedProgress

  init(_ operation: StaticString, inputs: Int, site: SourceSite) {
    promise = Promise(pending: operation, site: site)
    count = inputs
    remaining = Atomic(inputs)
    progress = CombinedProgress(inputs: inputs)
  }

  /// Waits for the inputs, in order, and reports their progress together.
  ///
  /// Pausing the combined promise pauses the inputs that nobody else waits for; cancelling it stops waiting, which cancels them.
  ///
  /// Both closures may run on any thread, `react` for several inputs at a time; neither may hold an input.
  func wait(
    for inputs: [PromiseNode], _ react: @escaping @Sendable (_ index: Int, _ input: PromiseNode) -> Void,
    whenLast finish: (@Sendable (_ input: PromiseNode) -> Void)? = nil
  ) {
    guard !inputs.isEmpty else { return }
    let entries = inputs.enumerated().map { index, input in
      input.observeProgress(by: promise) { [self] node, report in
        if let report {
          let done = count - remaining.load(ordering: .relaxed)
          return progress.report(report, of: index, done: done, to: promise)
        }
        react(index, node)
        let left = remaining.subtract(1, ordering: .acquiringAndReleasing).newValue
        if left == 0 { finish?(node) } else { progress.fulfilled(index, done: count - left, to: promise) }
      }
    }
    promise.onCancel { for entry in entries { entry.cancel() } }
    promise.onPause { isPaused in
      entries.reduce(false) { hasChanged, entry in entry.setInputPaused(isPaused) || hasChanged }
    }
  }

  /// Settles as `input` did, because of it.
  func reject(like input: PromiseNode) {
    input.rejection.markHandled(at: input)
    guard promise.isPending else { return }
    promise.reject(input.rejection.error, cause: .combinator, via: input)
  }
}

extension Promise {
  /// Fulfils as a combinator; costs nothing, and the log is not told, if it was settled before.
  func fulfillOnce(_ value: @autoclosure () -> Value, via input: PromiseNode?) {
    if isPending { fulfill(value(), cause: .combinator, via: input) }
  }
}

/// Room for one result per input.
///
/// Each place is written by one thread, before the count of settled inputs goes down; they are read by the one that
/// takes the count to zero.
final class Slots<Element: Sendable>: @unchecked Sendable {
  private let places: UnsafeMutableBufferPointer<Element?>

  init(_ count: Int) {
    places = .allocate(capacity: count)
    places.initialize(repeating: nil)
  }

  deinit {
    places.deinitialize()
    places.deallocate()
  }

  subscript(index: Int) -> Element? {
    get { places[index] }
    set { places[index] = newValue }
  }

  /// All results; none is missing once every input has delivered.
  var elements: [Element] { places.compactMap { $0 } }
}

extension PromiseNode {
  /// The value of an input known to be fulfilled and of this type.
  func value<Value: Sendable>(as type: Value.Type) -> Value {
    unsafeDowncast(self, to: Promise<Value>.self).fulfilledValue
  }
}
