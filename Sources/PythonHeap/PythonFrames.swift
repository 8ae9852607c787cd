// The functions that a task is suspended in: from its coroutine down to what the innermost one awaits, each with its line.

/// A line of the program, and the function that it is in.
struct PythonPlace {
  var file: String
  var line: Int
  var function: String
}

/// A coroutine or a generator that has not ended.
struct PythonFrame {
  enum State { case created, suspended, running }

  let coroutine: UInt64
  let name: String
  let file: String
  /// The line that it is suspended at, or runs; the first line if it has not started.
  let line: Int
  let state: State
  /// What it awaits; 0 if it awaits nothing.
  let awaited: UInt64
  /// Its first parameter, such as `self`.
  let first: UInt64
  /// What its expressions and statements keep for later, such as the lock of an `async with`.
  let stack: [UInt64]

  /// nil for a library.
  var place: PythonPlace? { isLibrary ? nil : PythonPlace(file: file, line: line, function: name) }

  /// Whether it belongs to Python itself or to a package.
  var isLibrary: Bool {
    file.hasPrefix("<frozen") || file.contains("/site-packages/") || file.contains("/dist-packages/")
      || file.firstRange(of: /\/lib(64)?\/python3\.[0-9]+\//) != nil
  }
}

extension PythonHeap {
  private static let deepest = 1_000

  /// The functions of a task, outermost first, and the future that the innermost one awaits; 0 if that is none.
  func frames(of task: UInt64) -> (frames: [PythonFrame], future: UInt64) {
    var (frames, next) = ([PythonFrame](), word(task &+ layout.taskCoroutine))
    while frames.count < Self.deepest {
      if isFuture(next) { return (frames, next) }
      if !isCoroutine(next) { next = word(next &+ PythonLayout.awaited) }
      if isFuture(next) { return (frames, next) }
      guard isCoroutine(next), let frame = frame(of: next) else { break }
      frames.append(frame)
      guard frame.awaited != 0 else { break }
      next = frame.awaited
    }
    let waiter = word(task &+ layout.taskWaiter)
    return (frames, isFuture(waiter) ? waiter : 0)
  }

  private func frame(of coroutine: UInt64) -> PythonFrame? {
    let frame = coroutine &+ PythonLayout.coroutineFrame
    let code = reference(frame &+ PythonLayout.executable)
    guard hasType(code, "PyCode_Type"), let name = text(word(code &+ PythonLayout.codeName)),
      let file = text(word(code &+ PythonLayout.codeFile))
    else { return nil }
    let state: PythonFrame.State
    var isAwaiting = false
    switch byte(coroutine &+ PythonLayout.coroutineState) {
    case -3: state = .created
    case -2: state = .suspended
    case -1: (state, isAwaiting) = (.suspended, true)
    case 0: state = .running
    default: return nil
    }
    let offset = word(frame &+ PythonLayout.instruction) &- (code &+ layout.instructions)
    let first = int32(code &+ PythonLayout.codeFirstLine)
    let lines = bytes(word(code &+ PythonLayout.codeLines))
    let line = state == .created ? nil : lines.flatMap { PythonLines.line(at: offset, in: $0, from: first) }
    let stack = state == .suspended ? self.stack(of: frame, code) : []
    return PythonFrame(
      coroutine: coroutine, name: name, file: file, line: line ?? first, state: state,
      awaited: isAwaiting ? stack.last ?? 0 : 0, first: reference(frame &+ layout.locals), stack: stack)
  }

  private func stack(of frame: UInt64, _ code: UInt64) -> [UInt64] {
    let locals = frame &+ layout.locals
    let start = Int(int32(code &+ PythonLayout.codeLocals))
    let end =
      layout.hasStackPointer
      ? Int(truncatingIfNeeded: (word(frame &+ PythonLayout.stackTop) &- locals) / 8)
      : int32(frame &+ PythonLayout.stackTop)
    guard start >= 0, end >= start, end - start < 1_000, end < 1 << 20 else { return [] }
    return (start..<end).map { reference(locals &+ UInt64($0) * 8) }
  }
}

/// The table of a code object that has the line of each instruction, in the form of Python 3.11 and later.
enum PythonLines {
  /// - Parameters:
  ///   - offset: The position of an instruction, in bytes.
  ///   - first: The line of the function.
  static func line(at offset: UInt64, in table: some RandomAccessCollection<UInt8>, from first: Int) -> Int? {
    var (line, end, rest) = (first, UInt64(0), table[...])
    func number() -> Int {
      var (value, shift) = (0, 0)
      while let byte = rest.popFirst() {
        value |= Int(byte & 63) << shift
        shift += 6
        if byte & 64 == 0 || shift > 48 { break }
      }
      return value
    }
    func signedNumber() -> Int {
      let value = number()
      return value & 1 == 1 ? -(value >> 1) : value >> 1
    }
    while let head = rest.popFirst() {
      end += UInt64(head & 7) * 2 + 2
      var hasLine = true
      switch head >> 3 & 15 {
      case 15: hasLine = false
      case 14:
        line &+= signedNumber()
        for _ in 0..<3 { _ = number() }
      case 13: line &+= signedNumber()
      case let code where code >= 10:
        line &+= Int(code) - 10
        rest = rest.dropFirst(2)
      default: rest = rest.dropFirst()
      }
      if offset < end { return hasLine ? line : nil }
    }
    return nil
  }
}
