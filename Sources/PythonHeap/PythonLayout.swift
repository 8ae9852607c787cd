// Where CPython has the fields of its objects. They are equal in all releases of a minor version; from 3.13 on, a table at the start of the runtime's
// state, `_Py_DebugOffsets`, has most of them, and every number here that it has, too, must be equal to its own.

import ProcessMemory

/// The layout of the objects of one version.
struct PythonLayout {
  static let symbols = [
    "Py_Version", "_PyRuntime", "PyType_Type", "PyCoro_Type", "PyGen_Type", "PyAsyncGen_Type", "PyCode_Type",
    "PyMethod_Type",
    "PyFunction_Type", "PyUnicode_Type", "PyFloat_Type", "PyLong_Type",
  ]

  // Equal in 3.12, 3.13, and 3.14.
  static let (type, size): (UInt64, UInt64) = (8, 16)
  static let (typeName, typeBase): (UInt64, UInt64) = (24, 256)
  static let (textState, textASCII, text): (UInt64, UInt64, UInt64) = (32, 40, 56)
  static let bytes: UInt64 = 32
  static let (codeFirstLine, codeLocals): (UInt64, UInt64) = (68, 72)
  static let (codeFile, codeName, codeLines): (UInt64, UInt64, UInt64) = (112, 128, 136)
  static let (coroutineState, coroutineFrame): (UInt64, UInt64) = (67, 72)
  /// In a frame.
  static let (executable, instruction, stackTop): (UInt64, UInt64, UInt64) = (0, 56, 64)
  static let (methodSelf, closure, cell): (UInt64, UInt64, UInt64) = (24, 72, 16)
  static let listItems: UInt64 = 24
  static let (firstCallback, callbacks): (UInt64, UInt64) = (24, 40)
  /// What most objects that can be awaited have first: the coroutine, generator, or future that they stand for.
  static let awaited: UInt64 = 16

  /// Such as `3.13.0`.
  let version: String
  private let minor: Int
  /// Behind the fields of a code object.
  let instructions: UInt64
  /// In a frame.
  let locals: UInt64
  /// Whether a frame has the address of the top of its stack, and not a number.
  let hasStackPointer: Bool
  let tupleItems: UInt64
  let futureState: UInt64
  let (taskWaiter, taskCoroutine, taskName): (UInt64, UInt64, UInt64)
  private let addresses: [String: UInt64]

  init(_ image: MemoryImage) throws(HeapError) {
    guard let number = image.symbols["Py_Version"]?.value else { throw .noLayout }
    version = "\(number >> 24).\(number >> 16 & 0xFF).\(number >> 8 & 0xFF)"
    minor = number >> 24 == 3 ? Int(number >> 16 & 0xFF) : 0
    switch minor {
    case 12: (instructions, locals, tupleItems, futureState, taskWaiter) = (192, 72, 24, 88, 128)
    case 13: (instructions, locals, tupleItems, futureState, taskWaiter) = (200, 72, 24, 96, 112)
    case 14: (instructions, locals, tupleItems, futureState, taskWaiter) = (208, 80, 32, 104, 120)
    default: throw .unverified(version: version)
    }
    (taskCoroutine, taskName) = (taskWaiter + 8, taskWaiter + 16)
    hasStackPointer = minor >= 14
    addresses = image.symbols.mapValues(\.address)
    for symbol in Self.symbols where image.symbols[symbol] == nil { throw .noLayout }
    if minor > 12, !hasEqualTable(image) { throw .unverified(version: version) }
  }

  func isType(_ address: UInt64, _ name: String) -> Bool { addresses[name] == address }

  /// The numbers of the table's fields that have values here.
  private var table: [Int: UInt64] {
    let (frame, code, types) = minor == 13 ? (28, 34, 46) : (31, 39, 52)
    var table = [
      0: 0x7970_6775_6265_6478, 2: 0, frame + 2: Self.executable, frame + 3: Self.instruction, frame + 4: locals,
      code + 1: Self.codeFile, code + 3: Self.codeName, code + 4: Self.codeLines, code + 5: Self.codeFirstLine,
      code + 9: instructions, types + 1: Self.typeName,
    ]
    if minor == 14 { (table[85], table[86]) = (Self.coroutineFrame, Self.coroutineState) }
    return table
  }

  /// Also tells a build without a global lock, whose objects are larger.
  private func hasEqualTable(_ image: MemoryImage) -> Bool {
    guard let start = addresses["_PyRuntime"] else { return false }
    return table.allSatisfy { image.word(at: start + UInt64($0.key) * 8) == $0.value }
  }
}
