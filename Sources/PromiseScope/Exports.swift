// The names that `import PromiseScope` provides besides its own: those that a program needs for promises and for recording them.
//
// Exports declarations, not modules, so that a program's own `Event`, `Site` or `Job`, and Swift's `Executor`, mean what they meant
// before the import. To read logs, import PromiseTrace and PromiseLog.

@_exported import protocol PromiseCore.CancellableError
@_exported import class PromiseCore.CancellationToken
@_exported import class PromiseCore.InlineExecutor
@_exported import class PromiseCore.ManualExecutor
@_exported import class PromiseCore.PausableExecutor
@_exported import class PromiseCore.Promise
@_exported import class PromiseCore.PromiseNode
@_exported import struct PromiseCore.PromiseProgress
@_exported import enum PromiseCore.PromiseResolutionError
@_exported import class PromiseCore.QueueExecutor
@_exported import struct PromiseCore.Resolver
@_exported import protocol PromiseCore.ScheduledTimer
@_exported import protocol PromiseCore.Thenable
@_exported import class PromiseTrace.ManualClock
@_exported import enum PromiseTrace.OverflowPolicy
@_exported import typealias PromiseTrace.PromiseID
@_exported import protocol PromiseTrace.PromisePreviewing
@_exported import class PromiseTrace.Recording
@_exported import struct PromiseTrace.RecordingError
@_exported import struct PromiseTrace.SourceSite
@_exported import enum PromiseTrace.TraceClock
@_exported import class PromiseTrace.Tracer
@_exported import enum PromiseTrace.ValuePolicy
