// A process whose memory is read, once and again, and the log of what was read. The log is a file without a name: each reading has one of its own,
// so that a screen can still show the one before.

import ArgumentParser
import CProcessMemory
import ChainModel
import PlainText
import ProcessMemory
import PromiseTrace
import PythonHeap
import SwiftHeap
import V8Heap

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process that is attached to.
final class AttachedProcess {
  let target: AttachTarget
  /// The path at which the log of the latest reading can be read by this process.
  private(set) var path = ""
  private let output: String?
  private var series = SnapshotSeries()
  /// The process of the first reading, and when that was.
  private var first: AttachedMemory?
  private var runtime = AttachedRuntime.node
  private var files: [Int32] = []

  /// - Parameters:
  ///   - target: What is read.
  ///   - output: A file that gets the log as well; nil for none.
  init(_ target: AttachTarget, output: String?) { (self.target, self.output) = (target, output) }

  deinit { for file in files { close(file) } }

  /// What a screen calls it.
  var name: String { first.map { "\(header(of: $0).program) (\(target.name))" } ?? target.name }

  /// Reads the process, and writes the log of what is known then.
  ///
  /// - Parameter isOnScreen: Whether a screen has the terminal, so that no progress is shown there.
  /// - Returns: What reading took, as a sentence; nil if there is nothing to say, as about a core file.
  /// - Throws: ``Failure``.
  @discardableResult
  func read(isOnScreen: Bool = false) throws -> String? {
    let progress = isOnScreen ? nil : Progress(isBeforeOutput: true)
    defer { progress?.end() }
    var reading = try memory(progress)
    let size = reading.image.byteCount >> 20
    if size >= 64 { progress?.show("finding what is pending in \(NumberText.grouped(size)) MB (Ctrl-C stops)") }
    if let first, first.start != reading.start {
      throw Failure.notAttached("\(target.name) has ended; another process has its number now.")
    }
    let heap = try promises(of: reading)
    reading.freeImage()
    let start = first?.time ?? reading.time
    series.add(heap, at: max(0, reading.time - start))
    first = first ?? reading
    let sentences = sentences(about: reading)
    try write(log(of: reading, heap, notes: sentences))
    return sentences.isEmpty ? nil : sentences.joined(separator: ", and ") + "."
  }

  private func promises(of reading: AttachedMemory) throws -> HeapReading {
    let (image, folder) = (reading.image, reading.folder)
    runtime =
      HeapReading.isPython(image) ? .python(version: "") : HeapReading.isSwift(image) ? .swift : .node
    do throws(HeapError) {
      switch runtime {
      case .python: return try HeapReading(ofPython: image, relativeTo: folder)
      case .swift:
        return try HeapReading(ofSwift: image, relativeTo: folder) { [target] in
          ProcessStatus.program($0, of: target.process)
        }
      default:
        return try HeapReading(of: image, relativeTo: folder) { [target] in ProcessStatus.file($0, of: target.process) }
      }
    } catch {
      throw Failure(error, of: target, runtime, isPartial: reading.isPartial)
    }
  }

  private func memory(_ progress: Progress?) throws -> AttachedMemory {
    // The process is continued in every case, but only an orderly end says so.
    Interruption.endsOrderly(true)
    do {
      let memory = try AttachedMemory(of: target, progress: progress)
      Interruption.endsOrderly(false)
      return memory
    } catch {
      // A signal that cancels the reading ends the command, too, in an orderly way.
      if Interruption.signal == nil { Interruption.endsOrderly(false) }
      throw error
    }
  }

  // MARK: The log

  private func header(of reading: AttachedMemory) -> LogHeader {
    var header = LogHeader()
    let script = runtime == .swift ? nil : reading.words.dropFirst().first { !$0.hasPrefix("-") }
    header.program = FolderListing.split(script ?? reading.words.first ?? target.word).name
    header.pid = reading.process
    if target.process != nil { header.pidNamespace = ProcessNamespace.current }
    header.sourceRoot = reading.folder
    header.adapter = "promisescope-attach 1"
    header.snapshot = iso8601(reading.time)
    return header
  }

  private func log(of reading: AttachedMemory, _ heap: HeapReading, notes: [String]) -> [UInt8] {
    var header = header(of: reading)
    header.started = iso8601(first?.time ?? reading.time)
    header.runtime = heap.runtime
    let encoder = LogEncoder(texts: heap.texts)
    var bytes: [UInt8] = []
    encoder.encode(header, into: &bytes)
    for event in series.events(notes: notes) { encoder.encode(event, into: &bytes) }
    return bytes
  }

  private func iso8601(_ time: Int64) -> String {
    PromiseTrace.iso8601(seconds: time / 1_000_000_000, milliseconds: time / 1_000_000 % 1_000)
  }

  /// What there is to know about a reading, besides the promises.
  private func sentences(about reading: AttachedMemory) -> [String] {
    var sentences = reading.stopped.map { ["the program stood still for \(DurationText.of($0))"] } ?? []
    if reading.bytesRunning > 0 {
      let megabytes = reading.bytesRunning >> 20
      sentences.append(
        "\(megabytes) MB were read while it ran, so what changed meanwhile is left out, and nothing is claimed to be unreachable"
      )
    }
    if reading.hasRunningThread {
      sentences.append("a thread did not stop, so nothing is claimed to be unreachable; try again later")
    }
    if reading.isPartial { sentences.append("the rest of its memory was not read, because it is too large") }
    if let changes = series.changes, series.times.count > 1 {
      let pause = DurationText.of(series.times[series.times.count - 1] - series.times[series.times.count - 2])
      let parts = [
        (changes.moved, "went on"), (changes.new, "new"), (changes.gone, "gone"),
      ].filter { $0.0 > 0 }.map { ", \(NumberText.grouped($0.0)) \($0.1)" }
      let same = NumberText.plural(changes.same - changes.moved, "promise waits", "promises wait")
      sentences.append("after \(pause), \(same) as before\(parts.joined())")
      if mayHaveMoved { sentences.append("what V8 has moved in memory counts as new: read again") }
    }
    return sentences
  }

  /// Whether most of the pending promises were not at their addresses in the reading before: V8 moves young objects.
  var mayHaveMoved: Bool {
    guard case .node = runtime, let changes = series.changes else { return false }
    return changes.gone > 0 && changes.new > changes.same
  }

  private func write(_ bytes: [UInt8]) throws {
    let file = NamelessFile.create()
    guard file >= 0, NamelessFile.write(bytes, to: file) else {
      throw Failure.notAttached("can't keep the log in memory: \(errorText()).")
    }
    files.append(file)
    // A screen shows this run and the one before.
    if files.count > 3 { close(files.removeFirst()) }
    path = "/dev/fd/\(file)"
    guard let output else { return }
    // For its owner only, as every recording is.
    let former = umask(0o077)
    defer { umask(former) }
    let copy = try Output(path: output, isData: true)
    try copy.write(bytes)
    try copy.finish()
  }
}

/// A file that only this process can name.
private enum NamelessFile {
  static func create() -> Int32 { memory_file_create() }

  static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(file, buffer.baseAddress, buffer.count)
        #else
          Darwin.write(file, buffer.baseAddress, buffer.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
