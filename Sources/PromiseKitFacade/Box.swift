// How a value of any type travels through the core, which asks for Sendable ones. Owns that hole and nothing else.
//
// PromiseKit's promises may hold anything, so this facade can't prove that a value crosses threads safely: as there, it
// is up to the program.

import PromiseCore
import PromiseTrace

/// The core's promise, as this facade uses it.
typealias Core<T> = PromiseCore.Promise<Box<T>>

/// A value that the program answers for; as large as the value itself.
struct Box<T>: @unchecked Sendable {
  let value: T

  init(_ value: T) { self.value = value }
}

extension Box: PreviewStandIn {
  var promisePreview: String { preview(.preview) ?? "" }

  func preview(_ policy: ValuePolicy) -> String? { Preview.text(of: value, policy: policy) }
}

extension PromiseCore.Promise {
  /// Fulfils with what a body returns, or rejects with what it throws, and tells the log that the body ended.
  func settle<T>(_ body: () throws -> T) where Value == Box<T> {
    do {
      let value = try body()
      finished(T.self == Void.self ? .void : .value)
      fulfill(Box(value), cause: .returned)
    } catch {
      fail(error)
    }
  }

  /// Follows the promise that a body returns, or rejects with what it throws.
  func follow<T, U: Thenable>(_ body: () throws -> U) where Value == Box<T>, U.T == T {
    do {
      let source = try body().node
      finished(.promise)
      if source === self { reject(PMKError.returnedSelf, cause: .threw) } else { adopt(source) }
    } catch {
      fail(error)
    }
  }

  /// Runs a body that returns nothing and then passes `parent` on, unless the body throws.
  func settle(like parent: PromiseCore.Promise<Value>, after body: () throws -> Void) {
    do {
      try body()
      finished(.void)
      settle(like: parent)
    } catch {
      fail(error)
    }
  }

  /// Rejects with what a body threw.
  func fail(_ error: any Error) {
    finished(.threw)
    reject(error, cause: .threw)
  }

  /// What it settled with; only of a promise that has.
  func settled<T>() -> Result<T> where Value == Box<T> {
    isFulfilled ? .fulfilled(fulfilledValue.value) : .rejected(rejection.error)
  }
}
