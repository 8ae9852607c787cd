// The core's promise of a PromiseKit promise, for modules that handle the promises of every facade.

import PromiseCore

extension Promise {
  /// The core's promise without the type of its value.
  package var coreNode: PromiseNode { core }
}
