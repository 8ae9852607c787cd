// Reads the tasks of a Swift process, and its promises of this library, from its memory, as events of a log.

import ProcessMemory
import PromiseTrace

extension HeapReading {
  /// Whether a library has the symbols that are needed.
  package static func needsSwift(library: String) -> Bool { library.hasSuffix("/libswift_Concurrency.so") }

  package static func needsSwift(symbol: String) -> Bool { SwiftTasks.symbols.contains(symbol) }

  /// Whether the memory is that of a program with tasks of Swift, or with promises of this library.
  package static func isSwift(_ image: MemoryImage) -> Bool {
    hasTasks(image) || PromiseLayout.address(in: image) != nil
  }

  private static func hasTasks(_ image: MemoryImage) -> Bool {
    SwiftTasks.symbols.allSatisfy { image.symbols[$0] != nil }
  }

  /// Reads the tasks and promises of a memory.
  ///
  /// - Parameters:
  ///   - image: The memory, with the symbols that ``needsSwift(symbol:)`` selects.
  ///   - folder: The folder that call sites are relative to.
  ///   - path: Returns the path at which a file of the process can be read.
  package init(
    ofSwift image: MemoryImage, relativeTo folder: String, file path: @escaping (String) -> String = { $0 }
  ) throws(HeapError) {
    let table = PromiseLayout.address(in: image)
    var tasks: [SwiftTask] = []
    do throws(HeapError) {
      tasks = try SwiftTasks(image, file: path).tasks.filter { !$0.frames.isEmpty }
    } catch {
      if table == nil { throw error }
    }
    var events = SwiftEvents(relativeTo: folder)
    if let table {
      let layout = try PromiseLayout(image, at: table)
      let waiting = tasks.filter { $0.isSuspended && ["", "continuation"].contains($0.kind) }.map(\.address)
      let objects = PromiseObjects(image, layout, tasks: Set(waiting))
      let recorded = PromiseRings(image, layout, of: Set(objects.promises.map(\.tracedID)).subtracting([0]))
      events.add(objects, recorded, LibraryTexts(image, file: path))
    }
    events.add(tasks)
    self.init(
      // Logs of this library name no runtime.
      runtime: table == nil ? "swift" : "", events: events.created + events.others, texts: events.texts.table,
      identities: events.identities)
  }
}
