// The promises of this library as events, in the order of their creation where the program recorded it.

import ProcessMemory
import PromiseTrace

/// The string literals of the programs in a memory.
struct LibraryTexts {
  private let image: MemoryImage
  private let path: (String) -> String
  private var files: [String: ProgramTexts] = [:]
  private var known: [UInt64: String] = [:]

  init(_ image: MemoryImage, file path: @escaping (String) -> String) { (self.image, self.path) = (image, path) }

  /// The literal at an address; empty for none.
  mutating func text(at address: UInt64) -> String {
    if let text = known[address] { return text }
    guard let program = CodeNames.program(at: address, in: image) else { return "" }
    let file = files[program.path] ?? ProgramTexts(path: path(program.path))
    files[program.path] = file
    let text = file.text(at: address - program.start) ?? ""
    known[address] = text
    return text
  }

  /// The names of code.
  func names(of addresses: some Sequence<UInt64>) -> CodeNames { CodeNames(of: addresses, in: image, file: path) }
}

extension SwiftEvents {
  mutating func add(_ objects: PromiseObjects, _ rings: PromiseRings, _ texts: LibraryTexts) {
    var texts = texts
    let promises = objects.promises.sorted { (order($0), $0.address) < (order($1), $1.address) }
    let names = texts.names(
      of: Set(promises.filter { rings.promises[$0.tracedID]?.operation ?? 0 == 0 }.flatMap(\.code)))
    let byAddress = Dictionary(promises.map { ($0.address, $0) }) { first, _ in first }
    let byNumber = Dictionary(promises.filter { $0.tracedID != 0 }.map { ($0.tracedID, $0) }) { first, _ in first }
    var rows: [UInt64: PromiseID] = [:]

    let bodies = Set(objects.waits.compactMap { if case .body(let owner, _) = $0.waiter { owner } else { nil } })

    func parent(of promise: PromiseObject) -> PromiseObject? {
      if let number = rings.promises[promise.tracedID]?.parent, number != 0 { return byNumber[number] }
      if case .derived(let address) = promise.stage { return byAddress[address] }
      return nil
    }
    for promise in promises {
      // The promises that a promise derives from come before it.
      var (line, next) = ([PromiseObject](), Optional(promise))
      var seen: Set<UInt64> = []
      while let one = next, rows[one.address] == nil, seen.insert(one.address).inserted {
        line.append(one)
        next = parent(of: one)
      }
      for one in line.reversed() {
        rows[one.address] = create(
          one, rings.promises[one.tracedID], from: parent(of: one).flatMap { rows[$0.address] } ?? 0,
          isBody: bodies.contains(one.address), names, &texts)
      }
    }
    for promise in promises { addStage(of: promise, rings.promises[promise.tracedID], bodies, rows) }
    addWaits(of: objects, rings, byAddress, rows, &texts)
  }

  /// Puts recorded promises in the order of their IDs, and the others after them.
  private func order(_ promise: PromiseObject) -> UInt64 { promise.tracedID == 0 ? .max : promise.tracedID }

  private mutating func create(
    _ promise: PromiseObject, _ recorded: RecordedPromise?, from parent: PromiseID, isBody: Bool, _ names: CodeNames,
    _ texts: inout LibraryTexts
  ) -> PromiseID {
    let identity = promise.address ^ promise.tracedID << 16
    let operation = recorded.map { texts.text(at: $0.operation) } ?? ""
    if let recorded, !operation.isEmpty {
      let site = recorded.site.map { self.site($0, &texts) } ?? Site()
      return create(operation, recorded.label, at: site, isInferred: false, from: parent, identity)
    }
    let kind =
      promise.isCombined && !isBody
      ? "combined"
      : promise.handlesErrors && !promise.handlesValues ? "catch" : promise.handlesValues ? "then" : "promise"
    guard let frame = promise.code.lazy.compactMap({ names.frame(at: $0) }).first else {
      return create(kind, recorded?.label ?? "", at: Site(), isInferred: false, from: parent, identity)
    }
    let site = site(frame)
    let label = recorded?.label ?? ""
    return create(
      kind, label.isEmpty && site.line == 0 ? frame.function : label, at: site, isInferred: true, from: parent, identity
    )
  }

  private mutating func addStage(
    of promise: PromiseObject, _ recorded: RecordedPromise?, _ bodies: Set<UInt64>, _ rows: [UInt64: PromiseID]
  ) {
    guard let row = rows[promise.address] else { return }
    if recorded?.isDropped == true {
      var event = Event(.noted, row)
      event.text = texts.intern(LibraryNote.resolverReleased.text)
      add(event)
    }
    switch promise.stage {
    case .derived(let address):
      guard let source = rows[address], source != row else { break }
      var event = Event(.registered, source)
      event.peer = row
      if promise.handlesValues { event.handles.insert(.fulfilled) }
      if promise.handlesErrors { event.handles.insert(.rejected) }
      add(event)
    case .following(let address):
      guard let source = rows[address], source != row else { break }
      var event = Event(.adopted, row)
      event.peer = source
      add(event)
    case .enqueued: add(Event(.enqueued, row))
    case .running: add(Event(.started, row))
    case .root: if recorded?.isStarted == true || bodies.contains(promise.address) { add(Event(.started, row)) }
    }
  }

  private mutating func addWaits(
    of objects: PromiseObjects, _ rings: PromiseRings, _ promises: [UInt64: PromiseObject],
    _ rows: [UInt64: PromiseID], _ texts: inout LibraryTexts
  ) {
    var waiting: Set<PromiseID> = []
    for wait in objects.waits {
      guard let source = rows[wait.promise] else { continue }
      switch wait.waiter {
      case .task(let task): awaited[task] = source
      case .body(let address, _), .combined(let address):
        guard let row = rows[address], row != source else { continue }
        if case .body(_, let task) = wait.waiter, started.contains(row), waiting.insert(row).inserted {
          if let task {
            // The functions of the task are those of the body.
            (awaited[task], bodies[task]) = (source, row)
            continue
          }
          var event = Event(.awaiting, row)
          event.peer = source
          if let site = promises[address].flatMap({ rings.promises[$0.tracedID] })?.awaitSite {
            event.site = self.site(site, &texts)
          }
          add(event)
        } else {
          var event = Event(.registered, source)
          (event.peer, event.handles) = (row, [.fulfilled, .rejected])
          add(event)
        }
      }
    }
  }

  private mutating func site(_ recorded: RecordedSite, _ library: inout LibraryTexts) -> Site {
    let file = library.text(at: recorded.file)
    return file.isEmpty ? Site() : texts.site(file, Int(recorded.line), library.text(at: recorded.function))
  }
}
