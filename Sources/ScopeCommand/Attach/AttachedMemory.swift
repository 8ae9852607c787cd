// The memory of what is attached to, a process or a core file, and what else is known of it.

import PlainText
import ProcessMemory
import PythonHeap
import SwiftHeap
import V8Heap

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What was read.
struct AttachedMemory {
  /// Empty once its promises are known: it can be as large as the process.
  private(set) var image: MemoryImage
  /// Whether a part of the memory was not read.
  let isPartial: Bool
  /// Whether a thread did not stop, because it waited in the kernel or for a processor.
  let hasRunningThread: Bool
  let process: Int32
  /// The command line; of a core file, its first 80 characters.
  let words: [String]
  /// The working folder; empty if it is not known.
  let folder: String
  /// What tells the process from others that had, or will have, its number.
  let start: UInt64
  /// When it was read, in nanoseconds since 1970.
  let time: Int64
  /// For how long the process stood still, in nanoseconds; nil for a core file.
  let stopped: Int64?
  /// How many bytes were read while the process ran.
  let bytesRunning: UInt64

  /// - Parameter progress: Shows how much has been read; nil while a screen has the terminal.
  /// - Throws: ``Failure`` if it can't be read.
  init(of target: AttachTarget, progress: Progress?) throws {
    do throws(ProcessError) {
      if let process = target.process { try self.init(process, progress) } else { try self.init(core: target.path) }
    } catch {
      throw Failure(error, of: target)
    }
  }

  private init(_ process: Int32, _ progress: Progress?) throws(ProcessError) {
    // This thread waits while another one reads.
    nonisolated(unsafe) let line = progress
    let reading = try ProcessReader(
      process,
      progress: { bytes in line?.update("reading its memory: \(NumberText.grouped(bytes >> 20)) MB (Ctrl-C stops)") },
      isCanceled: { Interruption.signal != nil }
    ).read(libraries: Self.needsLibrary, symbols: Self.needs)
    (image, isPartial) = (reading.image, reading.image.isPartial)
    hasRunningThread = !image.isConsistent && !isPartial && reading.bytesRunning == 0
    (self.process, start) = (process, reading.status.start)
    (words, folder) = (reading.status.arguments, reading.status.folder ?? "")
    (time, stopped, bytesRunning) = (reading.time, Int64(clamping: reading.stopped), reading.bytesRunning)
  }

  private static let needsLibrary: @Sendable (String) -> Bool = {
    HeapReading.needsPython(library: $0) || HeapReading.needsSwift(library: $0)
  }

  private static let needs: @Sendable (String) -> Bool = {
    HeapReading.needs(symbol: $0) || HeapReading.needsPython(symbol: $0) || HeapReading.needsSwift(symbol: $0)
  }

  private init(core path: String) throws(ProcessError) {
    let reading = try CoreFile(path).read(libraries: Self.needsLibrary, symbols: Self.needs)
    (image, isPartial, hasRunningThread) = (reading.image, reading.image.isPartial, false)
    (process, start, folder) = (reading.process, 0, "")
    words = reading.command.split(separator: " ").map(String.init)
    (time, stopped, bytesRunning) = (reading.time, nil, 0)
  }

  mutating func freeImage() { image = MemoryImage(regions: []) }
}
