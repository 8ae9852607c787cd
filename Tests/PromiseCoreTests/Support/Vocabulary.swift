// What these tests need of a vocabulary: the core has none.

extension Promise {
  static func made() -> Promise { Promise(pending: "test", site: SourceSite()) }

  @discardableResult
  func settle(_ value: Value) -> Bool { fulfill(value, cause: .resolver) }

  @discardableResult
  func fail(_ error: any Error = Oops.one) -> Bool { reject(error, cause: .resolver) }

  /// A derived promise of the same outcome whose handler runs either way.
  @discardableResult
  func after(on executor: Executor, _ body: @escaping @Sendable () -> Void) -> Promise {
    Promise(from: self, "after", handles: [.fulfilled, .rejected], on: executor, site: SourceSite()) { node, parent in
      body()
      unsafeDowncast(node, to: Promise<Value>.self).settle(like: unsafeDowncast(parent, to: Promise<Value>.self))
    }
  }

  var outcome: String {
    switch result {
    case .success(let value): "\(value)"
    case .failure(let error): "\(error)"
    case nil: "pending"
    }
  }
}
