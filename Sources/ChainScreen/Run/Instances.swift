// The promises of one call site, as a page lists them.

import ChainAnalysis
import PromiseTrace

/// The promises of a call site, as they were when a person opened it.
struct Instances: Sendable {
  let name: String
  let group: CallSiteGroup
  /// The promises, those that are open first, then the slowest.
  let promises: [PromiseID]
}
