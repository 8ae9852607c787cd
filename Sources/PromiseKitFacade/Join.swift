// What `when` and `race` have in common: many inputs, one promise. Owns the waiting and the count.

import PromiseCore
import PromiseTrace
import Synchronization

/// Waits for several promises on behalf of one.
///
/// Inputs hold it, and it holds no input: inputs that are dropped while pending are freed, and it with them.
final class Join<Output>: Sendable {
  let core: Core<Output>
  private let remaining: Atomic<Int>

  init(_ operation: StaticString, inputs: Int, site: SourceSite) {
    core = Core(pending: operation, site: site)
    remaining = Atomic(inputs)
  }

  /// Calls `react` for each input that settles, in the order in which they do, and then `finish` for the last.
  ///
  /// Both run on any thread, `react` for several inputs at a time; neither may hold an input. Nothing recurses over
  /// their number.
  func wait(
    for inputs: [PromiseNode], _ react: @escaping (_ index: Int, _ input: PromiseNode) -> Void,
    whenLast finish: ((_ input: PromiseNode) -> Void)? = nil
  ) {
    nonisolated(unsafe) let (react, finish) = (react, finish)
    let entries = inputs.enumerated().map { index, input in
      input.observe(by: core) { [self] node in
        react(index, node)
        if remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { finish?(node) }
      }
    }
    core.onCancel { for entry in entries { entry.cancel() } }
  }

  /// Waits for all inputs to be fulfilled: rejects as soon as one is not, else fulfils with what `collect` makes of
  /// them.
  func waitForAll(
    _ inputs: [PromiseNode], _ store: @escaping (_ index: Int, _ input: PromiseNode) -> Void,
    _ collect: @escaping () -> Output
  ) {
    if inputs.isEmpty { core.fulfill(Box(collect()), cause: .combinator) }
    let progress = WhenProgress(units: inputs.count)
    wait(for: inputs) { [self] index, input in
      if input.isRejected {
        progress?.finish()
        reject(like: input)
      } else {
        store(index, input)
        if core.isPending { progress?.advance() }
      }
    } whenLast: { [self] input in
      if core.isPending { core.fulfill(Box(collect()), cause: .combinator, via: input) }
    }
  }

  /// Rejects with an input's error, unless another one came first: the rejection becomes this promise's own.
  func reject(like input: PromiseNode) {
    input.rejection.markHandled(at: input)
    guard core.claim() else { return }
    core.rejectClaimed(Rejection(input.rejection.error), cause: .combinator, via: input)
  }
}

/// Room for one result per input.
///
/// Each place is written by one thread, before the count of settled inputs goes down; they are read by the one that
/// takes the count to zero.
final class Places<Element>: @unchecked Sendable {
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
  func value<T>(as type: T.Type) -> T { unsafeDowncast(self, to: Core<T>.self).fulfilledValue.value }
}
