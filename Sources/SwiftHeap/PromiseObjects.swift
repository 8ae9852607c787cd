// The pending promises of a program that links PromiseScope, recorded or not: the stage of each, from its object, and what waits for it.
//
// The meaning of the bits of a promise's state is that of PromiseCore/Lifecycle/Lifecycle+Bits.swift.

import ProcessMemory

/// A pending promise.
struct PromiseObject {
  enum Stage {
    /// Waits for another promise, from which it is derived.
    case derived(from: UInt64)
    /// Has adopted another promise.
    case following(UInt64)
    /// The promise that it derives from has settled, and its handler waits for the executor.
    case enqueued
    /// Its handler is running, or work that the handler started continues.
    case running
    /// The program settles it, or its own body does.
    case root
  }

  let address: UInt64
  /// Its ID, with the prefix of its tracer; 0 if it is not recorded.
  let tracedID: UInt64
  let stage: Stage
  let handlesValues, handlesErrors, isCombined: Bool
  /// Addresses that may be the code of its handler, most likely first.
  let code: [UInt64]
}

/// Something that waits for a promise without being derived from it.
struct PromiseWait {
  enum Waiter {
    case combined(UInt64)
    /// The body of a promise, which may run in a task.
    case body(UInt64, task: UInt64?)
    case task(UInt64)
  }

  var promise: UInt64
  var waiter: Waiter
}

struct PromiseObjects {
  private static let (observer, passive, detached): (UInt64, UInt64, UInt64) = (1 << 51, 1 << 52, 1 << 55)
  private static let (takesTurn, combined): (UInt64, UInt64) = (1 << 57, 1 << 62)

  private let objects: SwiftObjects
  private let layout: PromiseLayout
  private(set) var promises: [PromiseObject] = []
  private(set) var waits: [PromiseWait] = []
  private var pending: Set<UInt64> = []

  /// - Parameter tasks: The addresses of the tasks that wait for a continuation.
  init(_ image: MemoryImage, _ layout: PromiseLayout, tasks: Set<UInt64>) {
    (objects, self.layout) = (SwiftObjects(image: image), layout)
    let classes = objects.classes(from: layout.promiseNode).subtracting([layout.promiseNode])
    let nodes = objects.objects(of: classes)
    var entries: [UInt64] = []
    for node in nodes {
      let state = word(node, layout.state)
      if state & Self.observer != 0 {
        if state & (Self.passive | Self.detached) == 0 { entries.append(node) }
      } else if state & 4 == 0 {
        promises.append(promise(node, state))
        pending.insert(node)
      }
    }
    for entry in entries { if let wait = wait(entry, tasks) { waits.append(wait) } }
  }

  private func word(_ address: UInt64, _ offset: UInt64) -> UInt64 { objects.word(address &+ offset) }

  private func promise(_ node: UInt64, _ state: UInt64) -> PromiseObject {
    let upstream = word(node, layout.upstream)
    let sides = (values: state >> 48 & 1 != 0, errors: state >> 49 & 1 != 0)
    let stage: PromiseObject.Stage =
      if state & Self.detached == 0, upstream != 0 {
        state & 7 == 2 ? .following(upstream) : .derived(from: upstream)
      } else if state & Self.takesTurn != 0 {
        .enqueued
      } else {
        sides.values || sides.errors ? .running : .root
      }
    var code: [UInt64] = []
    let handler = [word(node, layout.handler), word(node, layout.handler + 8)]
    _ = objects.search(handler, depth: 2) { word -> Bool? in
      if code.count < 8, CodeNames.program(at: word, in: objects.image) != nil { code.append(word) }
      return nil
    }
    return PromiseObject(
      address: node, tracedID: word(node, layout.tracedID), stage: stage, handlesValues: sides.values,
      handlesErrors: sides.errors, isCombined: state & Self.combined != 0, code: code)
  }

  /// The wait that an observer entry describes; nil if its promise is not pending, or its waiter is not found.
  private func wait(_ entry: UInt64, _ tasks: Set<UInt64>) -> PromiseWait? {
    let promise = word(entry, layout.upstream)
    guard pending.contains(promise) else { return nil }
    let size = min(objects.instanceSize(word(entry, 0)), 256)
    let fields = stride(from: layout.nodeSize, to: max(size, layout.nodeSize), by: 8).map { word(entry, $0) }
    let owner = objects.search(fields, depth: 2) { $0 != promise && pending.contains($0) ? $0 : nil }
    // The entry of a combinator stores what handles a late rejection; the entry of a waiting body does not.
    if let owner, word(entry, layout.storage) != 0 { return PromiseWait(promise: promise, waiter: .combined(owner)) }
    let context = word(entry, layout.handler + 8)
    let task = objects.search([context], depth: 4) { tasks.contains($0) ? $0 : nil }
    if let owner { return PromiseWait(promise: promise, waiter: .body(owner, task: task)) }
    return task.map { PromiseWait(promise: promise, waiter: .task($0)) }
  }
}
