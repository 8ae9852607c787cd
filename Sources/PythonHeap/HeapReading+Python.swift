// The tasks of a Python process in its memory.

import ProcessMemory
import PromiseTrace

extension HeapReading {
  /// Whether a library has the symbols of Python: the executable of most distributions has them itself.
  package static func needsPython(library: String) -> Bool {
    library.split(separator: "/").last?.hasPrefix("libpython3.") ?? false
  }

  /// Whether an exported name is needed to read Python's memory.
  package static func needsPython(symbol: String) -> Bool { PythonLayout.symbols.contains(symbol) }

  /// Whether the memory is that of Python.
  package static func isPython(_ image: MemoryImage) -> Bool { image.symbols["Py_Version"] != nil }

  /// Reads the tasks of a memory.
  ///
  /// - Parameters:
  ///   - image: The memory, with the symbols that ``needsPython(symbol:)`` selects.
  ///   - folder: The folder that call sites are relative to.
  package init(ofPython image: MemoryImage, relativeTo folder: String) throws(HeapError) {
    let heap = try PythonHeap(image)
    let events = PythonEvents(PythonTasks(heap), relativeTo: folder)
    self.init(
      runtime: "cpython \(heap.layout.version)", events: events.all, texts: events.texts.table,
      identities: events.identities)
  }
}
