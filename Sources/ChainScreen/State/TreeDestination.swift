// Where the selection of the tree goes as soon as the tree is drawn.

import PromiseTrace

/// What is to be selected in the tree.
enum TreeDestination: Sendable {
  case start
  /// A promise that a fold hides, or that is not drawn yet.
  case promise(PromiseID)
}
