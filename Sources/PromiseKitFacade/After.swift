// after: time as a guarantee.

import Dispatch
import PromiseCore
import PromiseTrace

/// Waits.
///
/// - Parameters:
///   - seconds: How long; NaN and what is not positive mean the next turn.
///   - file: The call site, recorded in the log.
///   - line: The call site, recorded in the log.
///   - function: The call site, recorded in the log.
/// - Returns: A guarantee that is fulfilled when the time is over.
public func after(
  seconds: Double, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<Void> {
  let core = Core<Void>(pending: "after", site: SourceSite(file, line, function))
  let timer = Executor.queue(.global()).schedule(after: seconds) { core.fulfill((), cause: .resolver) }
  core.onCancel { timer.cancel() }
  let guarantee = Guarantee(core)
  guarantee.stopper.set(nil) { core.cancel(with: $0) }
  return guarantee
}

/// Waits.
///
/// - Parameters:
///   - interval: How long; `.never` means forever.
///   - file: The call site, recorded in the log.
///   - line: The call site, recorded in the log.
///   - function: The call site, recorded in the log.
/// - Returns: A guarantee that is fulfilled when the time is over.
public func after(
  _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<Void> {
  guard let seconds = interval.inSeconds else {
    return Guarantee(Core<Void>(pending: "after", site: SourceSite(file, line, function)))
  }
  return after(seconds: seconds, file: file, line: line, function: function)
}

extension DispatchTimeInterval {
  /// The interval in seconds, or nil for `.never`.
  fileprivate var inSeconds: Double? {
    switch self {
    case .seconds(let count): Double(count)
    case .milliseconds(let count): Double(count) / 1e3
    case .microseconds(let count): Double(count) / 1e6
    case .nanoseconds(let count): Double(count) / 1e9
    default: nil
    }
  }
}
