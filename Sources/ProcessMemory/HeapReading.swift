// What the memory of a process says about its promises, as events of a log. The reader of each runtime makes such a value.

import PromiseTrace

/// The pending promises of a process at one moment.
///
/// Its events are `created` (all with `isUnknownStart`), `started`, `registered`, `adopted`, `awaiting`, `held`, and, for what is proved to be
/// garbage, `released` as pending: in this order, each `created` before what refers to its promise. Notes come before `released`: that the last
/// resolver of a promise was released, and, without a promise, which functions a thread runs. Times and sequence numbers are 0.
///
/// The promise that `held` refers to is that of a suspended function which has the resolver, or what it is reached through, in a variable, or which
/// uses that variable both before and behind the point of suspension, and so will give the lock back. An `awaiting` without a site is one whose line
/// is not certain.
package struct HeapReading: Sendable {
  /// What ran the program, such as `node 20.18.0` or `cpython 3.13.0`; `node` if the memory does not have its version, and empty for
  /// the promises of this library.
  package var runtime: String
  package var events: [Event]
  /// The texts of `events`.
  package var texts: TextTable
  /// For each promise of `events`, what is equal in two readings if it is the same promise: such as its address and the call site of its function.
  package var identities: [PromiseID: UInt64]

  package init(runtime: String, events: [Event], texts: TextTable, identities: [PromiseID: UInt64]) {
    self.runtime = runtime
    self.events = events
    self.texts = texts
    self.identities = identities
  }
}
