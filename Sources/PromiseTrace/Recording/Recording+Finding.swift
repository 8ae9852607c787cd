// The tracers that a recording provides: the one that the environment requests, and that of a forked child.

import CPromiseRuntime
import Synchronization

extension EventEmitter {
  /// The prefix of the installed tracer, or of a requested recording, which this starts; 0 if there is none.
  static func installedPrefix() -> UInt64 {
    let installed = TracerTable.installed.load(ordering: .relaxed)
    return installed == 0 && psIsRecordingRequested() ? Recording.startAsRequested() : installed
  }
}

extension TracerTable {
  /// The tracer with a prefix; for promises that a forked child has inherited, that of the child.
  static func tracer(prefix: UInt64) -> Tracer? { known(prefix: prefix) ?? Recording.inheritor(of: prefix) }
}
