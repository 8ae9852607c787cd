// The events of one reading of a Swift process.

import ProcessMemory
import PromiseTrace

/// Writes the events of one reading: a row for each task, for each function that it waits in, and for what the innermost one waits for.
struct SwiftEvents {
  var texts: ReadingTexts
  var (created, others): ([Event], [Event]) = ([], [])
  var identities: [PromiseID: UInt64] = [:]

  /// The promises that tasks wait for.
  var awaited: [UInt64: PromiseID] = [:]
  /// The promises whose bodies run in tasks.
  var bodies: [UInt64: PromiseID] = [:]
  private(set) var started: Set<PromiseID> = []

  init(relativeTo folder: String) { texts = ReadingTexts(relativeTo: folder) }

  mutating func add(_ tasks: [SwiftTask]) {
    var rows: [UInt64: PromiseID] = [:]
    for task in tasks {
      guard let outer = task.frames.last else { continue }
      if let body = bodies[task.address] {
        rows[task.address] = body
        continue
      }
      rows[task.address] = create("task", outer.function, at: outer, isAwaited: false, task.address)
    }
    for task in tasks {
      guard var promise = rows[task.address], let inner = task.frames.first else { continue }
      if !started.contains(promise) { add(Event(.started, promise)) }
      for (depth, (above, frame)) in zip(task.frames.reversed(), task.frames.reversed().dropFirst()).enumerated() {
        let identity = task.address ^ UInt64(depth + 1) << 48
        let next = create("async function", frame.function, at: above, isAwaited: true, identity)
        add(Event(.started, next))
        wait(promise, for: next, at: above)
        promise = next
      }
      guard task.isSuspended else { continue }
      if let source = awaited[task.address] {
        wait(promise, for: source, at: inner)
        continue
      }
      let sources = task.awaits.compactMap { rows[$0] }
      if task.kind == "task", let source = sources.first {
        wait(promise, for: source, at: inner)
        continue
      }
      let kind = task.kind.isEmpty ? "continuation" : task.kind
      let leaf = create(kind, "", at: inner, isAwaited: true, task.address ^ 1)
      wait(promise, for: leaf, at: inner)
      for source in sources {
        var event = Event(.registered, source)
        (event.peer, event.handles) = (leaf, .unknown)
        add(event)
      }
    }
  }

  private mutating func create(
    _ kind: String, _ label: String, at frame: SwiftFrame, isAwaited: Bool, _ identity: UInt64
  ) -> PromiseID {
    create(kind, label, at: site(frame), isInferred: isAwaited, identity)
  }

  mutating func create(
    _ kind: String, _ label: String, at site: Site, isInferred: Bool, from parent: PromiseID = 0, _ identity: UInt64
  ) -> PromiseID {
    let promise = PromiseID(created.count + 1)
    var event = Event(.created, promise)
    (event.isUnknownStart, event.operation, event.site, event.peer) = (true, texts.intern(kind), site, parent)
    if !label.isEmpty { event.text = texts.intern(Preview.line(label)) }
    if isInferred { event.extra = texts.inferredMember(site) }
    identities[promise] = identity
    created.append(event)
    return promise
  }

  private mutating func wait(_ promise: PromiseID, for source: PromiseID, at frame: SwiftFrame) {
    var event = Event(.awaiting, promise)
    (event.peer, event.site) = (source, site(frame))
    add(event)
  }

  mutating func site(_ frame: SwiftFrame) -> Site {
    frame.line.map { texts.site($0.file, $0.line, frame.function) } ?? Site()
  }

  mutating func add(_ event: Event) {
    if event.kind == .started { started.insert(event.promise) }
    others.append(event)
  }
}
