// when(resolved:): waiting for the results of several promises.

import Dispatch
import PromiseCore
import PromiseTrace

/// Waits until all inputs have settled.
///
/// - Parameter promises: The inputs, of any count.
/// - Returns: A guarantee of the results in the order of the inputs.
public func when<T>(
  resolved promises: Promise<T>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<[Result<T>]> {
  when(resolved: promises, file: file, line: line, function: function)
}

/// Waits until all inputs have settled.
///
/// - Parameter promises: The inputs, of any count.
/// - Returns: A guarantee of the results, in the order of the inputs.
public func when<T>(
  resolved promises: [Promise<T>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<[Result<T>]> {
  results(of: promises, SourceSite(file, line, function))
}

func results<T>(of promises: [Promise<T>], _ site: SourceSite) -> Guarantee<[Result<T>]> {
  let join = Join<[Result<T>]>("when", site: site)
  let results = Slots<Result<T>>(promises.count)
  if promises.isEmpty { join.core.fulfill([], cause: .combinator) }
  join.wait(for: promises.map(\._node), rule: .allSettled) { index, input in
    if input.isRejected { input.rejection.markHandled(at: input, by: join.core) }
    results[index] = unsafeDowncast(input, to: Core<T>.self).settled()
  } whenLast: { _ in
    if join.core.isPending { join.core.fulfill(results.elements, cause: .combinator) }
  }
  return Guarantee(join.core)
}
