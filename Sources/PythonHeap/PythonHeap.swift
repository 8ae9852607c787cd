// The objects of CPython in a memory: fields by address, texts, and the tasks and futures of asyncio, which are found by their types.
//
// Nothing here trusts the memory: an address without memory reads as 0, and an object counts only if it has the type that is expected.

import ProcessMemory

/// The heap of a Python process.
final class PythonHeap {
  let layout: PythonLayout
  private let image: MemoryImage
  /// The pending futures and tasks, in the order of their addresses.
  private(set) var futures: [UInt64] = []
  private var futureTypes: Set<UInt64> = []
  private var taskTypes: Set<UInt64> = []

  init(_ image: MemoryImage) throws(HeapError) {
    self.image = image
    layout = try PythonLayout(image)
    findTypes()
    // A program that has not imported asyncio has no such types, and nothing is pending.
    findFutures()
  }

  // MARK: Fields

  /// The word at an address; 0 where there is no memory.
  func word(_ address: UInt64) -> UInt64 { image.word(at: address) ?? 0 }

  /// A reference, of which the lowest two bits may say how it is counted.
  func reference(_ address: UInt64) -> UInt64 { word(address) & ~3 }

  func int32(_ address: UInt64) -> Int {
    Int(Int32(truncatingIfNeeded: word(address & ~7) >> ((address & 7) * 8)))
  }

  func byte(_ address: UInt64) -> Int8 { Int8(truncatingIfNeeded: word(address & ~7) >> ((address & 7) * 8)) }

  /// The address of an object's type.
  func type(_ object: UInt64) -> UInt64 { object == 0 ? 0 : word(object &+ PythonLayout.type) }

  func hasType(_ object: UInt64, _ name: String) -> Bool { layout.isType(type(object), name) }

  /// Whether an object is a coroutine or a generator of any kind, which all begin alike.
  func isCoroutine(_ object: UInt64) -> Bool {
    ["PyCoro_Type", "PyGen_Type", "PyAsyncGen_Type"].contains { hasType(object, $0) }
  }

  func isTask(_ object: UInt64) -> Bool { taskTypes.contains(type(object)) }

  func isFuture(_ object: UInt64) -> Bool { futureTypes.contains(type(object)) || isTask(object) }

  func isPending(_ future: UInt64) -> Bool {
    // What was freed has the address of the next free memory there, or 0.
    let references = word(future)
    return (1..<1 << 30).contains(references & 0xFFFF_FFFF) && references >> 48 == 0
      && (layout.hasStackPointer || references >> 32 == 0) && int32(future &+ layout.futureState) == 0
  }

  /// A text of Python; nil for anything else.
  func text(_ object: UInt64) -> String? {
    guard hasType(object, "PyUnicode_Type") else { return nil }
    let (count, state) = (word(object &+ PythonLayout.size), word(object &+ PythonLayout.textState))
    let (width, isCompact, isASCII) = (Int(state >> 2 & 7), state >> 5 & 1 == 1, state >> 6 & 1 == 1)
    guard isCompact, count < 4_096, [1, 2, 4].contains(width),
      let bytes = image.bytes(
        at: object &+ (isASCII ? PythonLayout.textASCII : PythonLayout.text), count: Int(count) * width)
    else { return nil }
    var text = String.UnicodeScalarView()
    for start in stride(from: 0, to: bytes.count, by: width) {
      let value = (0..<width).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32($1 * 8) }
      text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(text)
  }

  /// The contents of a `bytes` object.
  func bytes(_ object: UInt64) -> UnsafeRawBufferPointer? {
    let count = word(object &+ PythonLayout.size)
    return count < 1 << 24 ? image.bytes(at: object &+ PythonLayout.bytes, count: Int(count)) : nil
  }

  /// A number of seconds, as `asyncio.sleep` takes it, in nanoseconds; nil for anything else.
  func nanoseconds(_ object: UInt64) -> UInt64? {
    let seconds: Double
    if hasType(object, "PyFloat_Type") {
      seconds = Double(bitPattern: word(object &+ 16))
    } else if hasType(object, "PyLong_Type"), word(object &+ 16) >> 3 == 1 {
      seconds = Double(word(object &+ 24) & 0x3FFF_FFFF)
    } else {
      return nil
    }
    return seconds > 0 && seconds < 1e9 ? UInt64(seconds * 1e9) : nil
  }

  /// The name of a type that was made while the program ran; nil for one of the interpreter's own.
  func name(ofType type: UInt64) -> String? {
    let start = word(type &+ PythonLayout.typeName)
    guard let region = image.region(at: start) else { return nil }
    let bytes = image.bytes(at: start, count: min(80, Int(image.regions[region].end - start)))
    return bytes.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The objects of a list or of a tuple; at most a thousand.
  func items(of object: UInt64, isTuple: Bool) -> [UInt64] {
    let start = isTuple ? object &+ layout.tupleItems : word(object &+ PythonLayout.listItems)
    let count = word(object &+ PythonLayout.size)
    return object == 0 || count > 1 << 24 ? [] : (0..<min(count, 1_000)).map { word(start &+ $0 &* 8) }
  }

  // MARK: Search

  private func eachWord(_ body: (_ address: UInt64, _ word: UInt64) -> Void) {
    for region in image.regions where region.kind == .heap {
      for index in region.words.indices { body(region.start + UInt64(index) * 8, region.words[index]) }
    }
  }

  /// Finds the types of asyncio by their names, and those that derive from them.
  private func findTypes() {
    guard let meta = image.symbols["PyType_Type"]?.address else { return }
    var bases: [UInt64: UInt64] = [:]
    eachWord { address, word in
      guard word == meta, address >= PythonLayout.type else { return }
      let type = address - PythonLayout.type
      bases[type] = self.word(type &+ PythonLayout.typeBase)
    }
    for type in bases.keys {
      switch name(ofType: type) {
      case "_asyncio.Task": taskTypes.insert(type)
      case "_asyncio.Future": futureTypes.insert(type)
      default: break
      }
    }
    func derives(_ type: UInt64, from types: Set<UInt64>) -> Bool {
      var type = type
      for _ in 0..<16 {
        if types.contains(type) { return true }
        guard let base = bases[type] else { return false }
        type = base
      }
      return false
    }
    let (futures, tasks) = (futureTypes, taskTypes)
    for type in bases.keys {
      if derives(type, from: tasks) {
        taskTypes.insert(type)
      } else if derives(type, from: futures) {
        futureTypes.insert(type)
      }
    }
  }

  private func findFutures() {
    let types = futureTypes.union(taskTypes)
    guard let least = types.min(), let most = types.max() else { return }
    eachWord { address, word in
      guard word >= least, word <= most, types.contains(word), address >= PythonLayout.type else { return }
      let object = address - PythonLayout.type
      // Its event loop is an object.
      if isPending(object), type(self.word(object &+ 16)) != 0 { futures.append(object) }
    }
  }
}
