// after: a guarantee that is fulfilled after a delay.

import Dispatch
import PromiseCore
import PromiseTrace

/// Creates a guarantee that is fulfilled after a delay.
///
/// - Parameter seconds: The delay in seconds; NaN, zero, and negative values end as soon as possible, but not within this call.
/// - Returns: The guarantee.
public func after(
  seconds: Double, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<Void> {
  waiting(seconds, SourceSite(file, line, function))
}

func waiting(_ seconds: Double, _ site: SourceSite) -> Guarantee<Void> {
  let core = Core<Void>(pending: "after", timer: seconds, site: site)
  let timer = Executor.queue(.global()).schedule(after: seconds) { core.fulfill((), cause: .resolver) }
  core.onCancel { timer.cancel() }
  return Guarantee(core)
}

/// Creates a guarantee that is fulfilled after a delay.
///
/// - Parameter interval: The delay; `.never` leaves the guarantee pending forever.
/// - Returns: The guarantee.
public func after(
  _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Guarantee<Void> {
  waiting(interval, SourceSite(file, line, function))
}

func waiting(_ interval: DispatchTimeInterval, _ site: SourceSite) -> Guarantee<Void> {
  guard let seconds = interval.inSeconds else { return Guarantee(Core<Void>(pending: "after", site: site)) }
  return waiting(seconds, site)
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
