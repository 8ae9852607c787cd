// A task's result on its way through the core. Bolts puts no condition on what a task results in, the core wants it Sendable: this
// box is where the promise of the one is given to the other. Refuses to be seen: logs tell of what it carries.

import PromiseTrace

/// A result in a promise's hands.
///
/// A task hands one value to several threads, as Bolts does: that this is safe is up to those who choose its type.
struct Carried<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Carried: PreviewStandIn {
  var promisePreview: String { preview(.preview) ?? "" }

  func preview(_ policy: ValuePolicy) -> String? { Preview.text(of: value, policy: policy) }
}
