// `conf`: PromiseKit's global settings, read where an operator is called. The core has none; this facade keeps them
// under a lock.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// The settings of all PromiseKit code in the process.
public struct PMKConfiguration: @unchecked Sendable {
  /// Where handlers run: `map` those in the middle of a chain, `return` those at its end; nil means inline.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (map: .main, return: .main)

  /// Which errors `catch` and `recover` are about, unless told otherwise.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// What gets the warnings; by default they are notes in the log, for a library does not print.
  public var logHandler: (LogEvent) -> Void = { Tracer.installed?.note($0.asString()) }

  /// Creates the default settings.
  public init() {}
}

/// Which errors a handler is about.
public enum CatchPolicy: Sendable {
  /// All of them.
  case allErrors
  /// All but cancellations.
  case allErrorsExceptCancellation

  func covers(_ error: any Error) -> Bool { self == .allErrors || !error.isCancelled }
}

/// The settings in force; any thread may read and change them, one at a time.
public var conf: PMKConfiguration {
  get { storedConfiguration.withLock { $0 } }
  set { storedConfiguration.withLock { $0 = newValue } }
}

private let storedConfiguration = Mutex(PMKConfiguration())
