// The tasks of Swift in a memory: the async functions that each is suspended in, from their contexts, and who waits for whom.
//
// An async function that waits has left the stack. Its context has the address of its caller's context, and of the part of the caller with which that
// continues: its symbol is the function, and the line of its first instruction that of the `await`.

import ProcessMemory
import PromiseTrace

struct SwiftTask {
  let address: UInt64
  let number: UInt32
  /// Whether it waits, and for what by its innermost function: `continuation`, `sleep`, `task`, `TaskGroup`, `async let`.
  var isSuspended: Bool
  var kind = ""
  /// Innermost first.
  var frames: [SwiftFrame] = []
  /// The addresses of the tasks that it waits for.
  var awaits: [UInt64] = []
}

/// All tasks of a process.
struct SwiftTasks {
  static let symbols: Set = [
    "_swift_concurrency_debug_asyncTaskMetadata", "_swift_concurrency_debug_asyncTaskSize",
    "_swift_concurrency_debug_internal_layout_version",
  ]
  // Of the layout with version 1, which the runtime exports so that debuggers can read it.
  private static let (flags, number): (UInt64, UInt64) = (32, 36)
  private static let (resume, context, status): (UInt64, UInt64, UInt64) = (56, 64, 96)
  private static let (isRunning, isEnqueued): (UInt64, UInt64) = (0x800, 0x1000)
  private static let (isChild, isGroupChild): (UInt64, UInt64) = (1 << 24, 1 << 26)
  private static let nextWaiting: UInt64 = 16
  private static let deepest = 200

  private let image: MemoryImage
  private let size: UInt64
  private(set) var tasks: [SwiftTask] = []
  /// Whether a function has no symbol.
  private var isNameless = false
  /// The addresses with which functions continue, of each task.
  private var addresses: [[UInt64]] = []
  private var numbers: [UInt64: Int] = [:]

  /// - Parameter path: Returns the path at which a program's file can be read.
  init(_ image: MemoryImage, file path: (String) -> String) throws(HeapError) {
    self.image = image
    func value(_ name: String) -> UInt64? {
      image.symbols["_swift_concurrency_debug_" + name].flatMap { image.word(at: $0.address) }
    }
    guard let metadata = value("asyncTaskMetadata"), metadata != 0, let size = value("asyncTaskSize"),
      let version = value("internal_layout_version")
    else { throw .noLayout }
    guard version & 0xFFFF_FFFF == 1, size == 208 else {
      throw .unverified(version: "\(version & 0xFFFF_FFFF).\(size)")
    }
    self.size = size
    find(metadata)
    nameFrames(path)
    if isNameless, tasks.allSatisfy(\.frames.isEmpty) { throw .noNames(tasks: tasks.count) }
    for index in tasks.indices { connect(index) }
  }

  private func word(_ address: UInt64) -> UInt64 { image.word(at: address) ?? 0 }

  private func program(at address: UInt64) -> MappedProgram? {
    CodeNames.program(at: address, in: image)
  }

  private mutating func find(_ metadata: UInt64) {
    for region in image.regions where region.kind == .heap {
      for index in region.words.indices where region.words[index] == metadata {
        let task = region.start + UInt64(index) * 8
        let status = word(task + Self.status)
        guard word(task + Self.flags) & 0xFF == 0, program(at: word(task + Self.resume)) != nil else { continue }
        numbers[task] = tasks.count
        tasks.append(
          SwiftTask(
            address: task, number: UInt32(word(task + Self.flags) >> 32),
            isSuspended: status & (Self.isRunning | Self.isEnqueued) == 0))
        addresses.append(functions(of: task))
      }
    }
  }

  private func functions(of task: UInt64) -> [UInt64] {
    var (found, context) = ([word(task + Self.resume)], word(task + Self.context))
    while context != 0, found.count < Self.deepest {
      let resume = word(context &+ 8)
      guard program(at: resume) != nil else { break }
      found.append(resume)
      let parent = word(context)
      guard parent != context else { break }
      context = parent
    }
    return found
  }

  // MARK: Names

  private mutating func nameFrames(_ path: (String) -> String) {
    let names = CodeNames(of: addresses.joined(), in: image, file: path)
    for (index, addresses) in addresses.enumerated() {
      for address in addresses where program(at: address) != nil {
        guard let symbol = names.symbol(at: address) else {
          isNameless = true
          continue
        }
        if let frame = names.frame(at: address) {
          // The parts of a closure without a line are thunks of the compiler.
          if frame.line == nil, tasks[index].frames.last?.function == frame.function { continue }
          tasks[index].frames.append(frame)
        } else if tasks[index].frames.isEmpty, tasks[index].kind.isEmpty {
          tasks[index].kind = Self.kind(of: symbol)
        }
      }
    }
  }

  /// What a function of the runtime waits for, by its symbol.
  private static func kind(of symbol: String) -> String {
    for (part, kind) in [
      ("withChecked", "continuation"), ("withUnsafe", "continuation"), ("swift_continuation", "continuation"),
      ("5sleep", "sleep"), ("task_group", "TaskGroup"), ("ScG", "TaskGroup"), ("task_future", "task"),
      ("task_wait", "task"),
      ("AsyncStream", "AsyncStream"),
    ] where symbol.contains(part) {
      return kind
    }
    return ""
  }

  // MARK: Waits

  /// Finds the tasks that wait for a task, which are in a list at its future, and its parent, which waits in a group.
  private mutating func connect(_ index: Int) {
    let task = tasks[index].address
    let flags = word(task + Self.flags)
    let isChild = flags & Self.isChild != 0
    // Behind its own part, a child has its parent and its sibling, and that of a group has its group.
    let future = task &+ size &+ (isChild ? 16 : 0) &+ (flags & Self.isGroupChild != 0 ? 8 : 0)
    if isChild, let parent = number(of: word(task &+ size)), tasks[parent].kind == "TaskGroup" {
      tasks[parent].awaits.append(task)
    }
    var next = word(future) & ~3
    while let waiter = number(of: next), tasks[waiter].kind == "task", tasks[waiter].awaits.isEmpty {
      tasks[waiter].awaits.append(task)
      next = word(next + Self.nextWaiting) & ~3
    }
  }

  private func number(of task: UInt64) -> Int? { numbers[task].flatMap { tasks[$0].isSuspended ? $0 : nil } }
}
