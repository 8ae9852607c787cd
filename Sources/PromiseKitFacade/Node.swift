// The core's promise behind PromiseKit's, for what draws, records and holds promises of any vocabulary.

import PromiseCore

extension Promise {
  /// The promise as the core sees it, without its value's type.
  package var coreNode: PromiseNode { core }
}
