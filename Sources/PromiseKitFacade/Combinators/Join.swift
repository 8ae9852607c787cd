// The shared implementation of `when` and `race`: one promise that waits for several inputs. Passes PromiseKit's handlers, which need
// not be `Sendable`, to the core's combinator. Does not count inputs, which the combinator does.

import PromiseCore
import PromiseTrace

/// Waits for several inputs on behalf of one promise.
struct Join<Output>: Sendable {
  private let combinator: Combinator<Output>

  var core: Core<Output> { combinator.promise }

  init(_ operation: StaticString, site: SourceSite) { combinator = Combinator(operation, site: site) }

  /// Calls `react` for each input when it settles, and `finish` after the last.
  ///
  /// Without a `rule`, a cycle through any input rejects if there is a `finish`, and only one through all pending inputs if there is none.
  /// Both closures run on any thread, `react` concurrently for several inputs; neither may retain an input. The stack depth does not grow with
  /// the number of inputs.
  func wait(
    for inputs: [PromiseNode], rule: InputRule? = nil,
    _ react: @escaping (_ index: Int, _ input: PromiseNode) -> Void,
    whenLast finish: ((_ input: PromiseNode) -> Void)? = nil
  ) {
    nonisolated(unsafe) let react = react
    guard let finish else { return combinator.wait(for: inputs, { react($0, $1) }) }
    nonisolated(unsafe) let last = finish
    combinator.wait(for: inputs, rule: rule, { react($0, $1) }, whenLast: { last($0) })
  }

  /// Waits for all inputs: rejects as soon as one is rejected, otherwise fulfills with the result of `collect`.
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

  /// Rejects with an input's error, which this promise thereby handles, unless it has already settled.
  func reject(like input: PromiseNode) { combinator.reject(like: input) }
}
