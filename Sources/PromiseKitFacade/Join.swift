// What `when` and `race` have in common: many inputs, one promise. Owns how PromiseKit's handlers, which need not be `Sendable`, reach
// the core's combinator, which does the waiting and counting.

import PromiseCore
import PromiseTrace

/// Waits for several promises on behalf of one.
struct Join<Output>: Sendable {
  private let combinator: Combinator<Output>

  /// The promise that waits.
  var core: Core<Output> { combinator.promise }

  init(_ operation: StaticString, site: SourceSite) { combinator = Combinator(operation, site: site) }

  /// Calls `react` for each input that settles, in the order in which they do, and then `finish` for the last.
  ///
  /// Both run on any thread, `react` for several inputs at a time; neither may hold an input. Nothing recurses over
  /// their number.
  func wait(
    for inputs: [PromiseNode], _ react: @escaping (_ index: Int, _ input: PromiseNode) -> Void,
    whenLast finish: ((_ input: PromiseNode) -> Void)? = nil
  ) {
    nonisolated(unsafe) let react = react
    guard let finish else { return combinator.wait(for: inputs, { react($0, $1) }) }
    nonisolated(unsafe) let last = finish
    combinator.wait(for: inputs, { react($0, $1) }, whenLast: { last($0) })
  }

  /// Waits for all inputs to be fulfilled: rejects as soon as one is not, else fulfills with what `collect` makes of
  /// them.
  func waitForAll(
    _ inputs: [PromiseNode], _ store: @escaping (_ index: Int, _ input: PromiseNode) -> Void,
    _ collect: @escaping () -> Output
  ) {
    if inputs.isEmpty { core.fulfill(collect(), cause: .combinator) }
    let progress = WhenProgress(units: inputs.count)
    wait(for: inputs) { index, input in
      if input.isRejected {
        progress?.finish()
        reject(like: input)
      } else {
        store(index, input)
        if core.isPending { progress?.advance() }
      }
    } whenLast: { _ in
      if core.isPending { core.fulfill(collect(), cause: .combinator) }
    }
  }

  /// Rejects with an input's error, unless another one came first: the rejection becomes this promise's own.
  func reject(like input: PromiseNode) { combinator.reject(like: input) }
}

extension PromiseNode {
  /// The value of an input known to be fulfilled and of this type.
  func value<T>(as type: T.Type) -> T { unsafeDowncast(self, to: Core<T>.self).fulfilledValue }
}
