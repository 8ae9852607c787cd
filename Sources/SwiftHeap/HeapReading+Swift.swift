// The tasks of a Swift process in its memory, as events of a log.

import ProcessMemory
import PromiseTrace

extension HeapReading {
  /// Whether a library has the symbols that are needed.
  package static func needsSwift(library: String) -> Bool { library.hasSuffix("/libswift_Concurrency.so") }

  package static func needsSwift(symbol: String) -> Bool { SwiftTasks.symbols.contains(symbol) }

  /// Whether the memory is that of a program with tasks of Swift.
  package static func isSwift(_ image: MemoryImage) -> Bool {
    SwiftTasks.symbols.allSatisfy { image.symbols[$0] != nil }
  }

  /// Reads the tasks of a memory.
  ///
  /// - Parameters:
  ///   - image: The memory, with the symbols that ``needsSwift(symbol:)`` selects.
  ///   - folder: The folder that call sites are relative to.
  ///   - path: Where a file of the process can be read.
  package init(
    ofSwift image: MemoryImage, relativeTo folder: String, file path: (String) -> String = { $0 }
  ) throws(HeapError) {
    var events = SwiftEvents(folder: folder.hasSuffix("/") ? folder : folder + "/")
    events.add(try SwiftTasks(image, file: path).tasks.filter { !$0.frames.isEmpty })
    self.init(
      runtime: "swift", events: events.created + events.others, texts: events.texts.table, identities: events.identities
    )
  }
}

/// Writes the events of one reading: a row for each task, for each function that it waits in, and for what the innermost one waits for.
private struct SwiftEvents {
  let folder: String
  var texts = ReadingTexts()
  var (created, others): ([Event], [Event]) = ([], [])
  var identities: [PromiseID: UInt64] = [:]

  init(folder: String) { self.folder = folder }

  mutating func add(_ tasks: [SwiftTask]) {
    var rows: [UInt64: PromiseID] = [:]
    for task in tasks {
      guard let outer = task.frames.last else { continue }
      rows[task.address] = create("task", outer.function, at: outer, isAwaited: false, task.address)
    }
    for task in tasks {
      guard var promise = rows[task.address], let inner = task.frames.first else { continue }
      add(Event(.started, promise))
      for (depth, (above, frame)) in zip(task.frames.reversed(), task.frames.reversed().dropFirst()).enumerated() {
        let identity = task.address ^ UInt64(depth + 1) << 48
        let next = create("async function", frame.function, at: above, isAwaited: true, identity)
        add(Event(.started, next))
        wait(promise, for: next, at: above)
        promise = next
      }
      guard task.isSuspended else { continue }
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
    let promise = PromiseID(created.count + 1)
    var event = Event(.created, promise)
    (event.isUnknownStart, event.operation, event.site) = (true, texts.intern(kind), site(frame))
    if !label.isEmpty { event.text = texts.intern(Preview.line(label)) }
    if isAwaited { event.extra = texts.inferredMember(event.site) }
    identities[promise] = identity
    created.append(event)
    return promise
  }

  private mutating func wait(_ promise: PromiseID, for source: PromiseID, at frame: SwiftFrame) {
    var event = Event(.awaiting, promise)
    (event.peer, event.site) = (source, site(frame))
    add(event)
  }

  private mutating func site(_ frame: SwiftFrame) -> Site {
    guard let line = frame.line else { return Site() }
    let file = line.file.hasPrefix(folder) ? String(line.file.dropFirst(folder.count)) : line.file
    return Site(file: texts.intern(file), line: UInt32(clamping: line.line), function: texts.intern(frame.function))
  }

  private mutating func add(_ event: Event) { others.append(event) }
}
