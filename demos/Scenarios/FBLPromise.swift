// Google's FBLPromise from the inside: a state, a value or an error, an array of observers, and the one dispatch group. A model of our own
// that notes each step; each of its promises is a row.

import PromiseScope
import Synchronization

/// The dispatch group that all promises share, as a count.
final class PromiseGroup: Sendable {
  let scene: Scene
  private let count = Mutex(0)

  init(_ scene: Scene) { self.scene = scene }

  func enter(_ what: String) { change(by: 1, "enter: \(what)") }

  func leave(_ what: String) { change(by: -1, "leave: \(what)") }

  private func change(by step: Int, _ words: String) {
    let count = count.withLock { count -> Int in
      count += step
      return count
    }
    scene.box("dispatch group", "count: \(count)", words)
    if count == 0 { scene.note("the group is empty: a test that waits for promises goes on") }
  }
}

/// A promise of Google's library.
final class FBLPromise: Sendable {
  private typealias Observer = @Sendable (any Sendable) -> Void
  private struct State {
    /// A value, or an error for a rejected promise; nil while it is pending.
    var resolution: (any Sendable)?
    var observers: [(name: String, observer: Observer)] = []
  }

  private let name: String
  private let group: PromiseGroup
  private let state = Mutex(State())
  private let row = Promise<String>.withResolvers()

  /// `initPending`.
  init(_ name: String, _ group: PromiseGroup) {
    (self.name, self.group) = (name, group)
    row.promise.named(name, in: group.scene)
    group.enter(name)
  }

  /// Settles it, once; a value that is an error rejects.
  func fulfill(_ value: any Sendable) {
    let observers = state.withLock { state -> [(name: String, observer: Observer)]? in
      guard state.resolution == nil else { return nil }
      defer { state = State(resolution: value) }
      return state.observers
    }
    guard let observers else { return }
    draw()
    if let error = Self.error(in: value) { row.resolver.reject(error) } else { row.resolver.fulfill("\(value)") }
    for (name, observer) in observers { dispatch(name) { observer(value) } }
    group.leave(name)
  }

  /// `chainOnQueue`: a new promise, and an observer that settles it, whether or not there is a block for the outcome.
  @discardableResult
  func chain(
    _ name: String, fulfilled: (@Sendable (any Sendable) -> Void)? = nil,
    rejected: (@Sendable (any Error) -> Void)? = nil
  ) -> FBLPromise {
    let next = FBLPromise(name, group)
    row.promise.observe(by: next.row.promise) { [next = next.row.promise] row in
      if row.isRejected { row.rejection.markHandled(at: row, by: next) }
    }
    next.row.promise.observe { row in
      if row.isRejected, rejected != nil { row.rejection.markHandled(at: row, by: nil) }
    }
    observe(name) { resolution in
      if let error = Self.error(in: resolution) { rejected?(error) } else { fulfilled?(resolution) }
      next.fulfill(resolution)
    }
    return next
  }

  /// `observeOnQueue`: waits in the array while the promise is pending, and is dispatched at once otherwise.
  private func observe(_ name: String, _ observer: @escaping Observer) {
    let known = state.withLock { state -> (any Sendable)? in
      if state.resolution == nil { state.observers.append((name, observer)) }
      return state.resolution
    }
    if let known { dispatch(name) { observer(known) } } else { draw() }
  }

  /// `dispatch_group_async`: the block is in the group until it has run.
  private func dispatch(_ name: String, _ block: @escaping @Sendable () -> Void) {
    group.enter("block of \(name)")
    group.scene.after(0) { [group] _ in
      block()
      group.leave("block of \(name)")
    }
  }

  /// The value as an error; a text is none, whatever a program makes of `String`.
  private static func error(in value: any Sendable) -> (any Error)? { value is String ? nil : value as? any Error }

  private func draw() {
    let state = state.withLock { (resolution: $0.resolution, observers: $0.observers.map(\.name)) }
    let words =
      switch state.resolution {
      case nil: "pending"
      case let value?: Self.error(in: value).map { "rejected: \($0)" } ?? "fulfilled: \(value)"
      }
    let names = state.observers.joined(separator: ", ")
    group.scene.box(name, "_state: \(words)", "_observers: " + (names.isEmpty ? "nil" : names))
  }
}
