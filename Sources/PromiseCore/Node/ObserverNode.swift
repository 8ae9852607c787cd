// An entry in a promise's list of reactions that is no promise: combinators, `await`, tests.

/// An entry in a promise's list of reactions that is no promise itself.
package class ObserverNode: PromiseNode, @unchecked Sendable {
  init(isPassive: Bool = false, wantsProgress: Bool = false, _ reaction: @escaping Reaction) {
    super.init(
      state: .entry(isPassive: isPassive, wantsProgress: wantsProgress), executor: nil, work: StoredWork(reaction),
      tracedID: 0)
  }

  convenience init(on node: PromiseNode, isPassive: Bool = false, _ reaction: @escaping Reaction) {
    self.init(isPassive: isPassive, reaction)
    upstream = Unmanaged.passUnretained(node)
  }
}
