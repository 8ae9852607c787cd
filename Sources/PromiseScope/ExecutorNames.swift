// The names of PromiseCore's executor and job for programs that import PromiseScope, where `Executor` and `Job` are Swift's.

import PromiseCore

/// What runs handlers: the class `Executor` of PromiseCore, under a name that does not hide Swift's protocol `Executor`.
///
/// Subclass it to run handlers somewhere else; see <doc:ThreadsAndExecutors>.
public typealias PromiseExecutor = PromiseCore.Executor

/// One handler that is enqueued on an executor: the structure `Job` of PromiseCore.
public typealias PromiseJob = PromiseCore.Job
