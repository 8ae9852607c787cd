// Reads the memory of a running process. It stands still only while it is copied, for 100 ms and 256 MB at most; what is larger is read while it
// runs, twice, and only what both times have in common is kept.

import CProcessMemory
import Dispatch
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much may be read, and how.
package struct ReadingLimits: Sendable {
  /// The most bytes that are copied while the process stands still.
  package var bytesStopped: UInt64 = 256 << 20
  /// The longest time for which it stands still, in nanoseconds, from when its threads have stopped.
  package var stopped: UInt64 = 100_000_000
  /// The maximum number of bytes that are read: half of the free memory, because their copy is kept, but at least 2 GB.
  package var bytes: UInt64

  package init() { self.init(memory: SystemFile.text("/proc/meminfo") ?? "") }

  /// - Parameter memory: The lines of /proc/meminfo.
  init(memory: String) {
    let line = memory.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) } ?? 0
    bytes = max(2 << 30, min(kilobytes, 1 << 40) << 9)
  }
}

/// What was read of a process, and what that took.
package struct ProcessReading: Sendable {
  package var status: ProcessStatus
  package var image: MemoryImage
  /// For how long the process stood still, in nanoseconds.
  package var stopped: UInt64
  /// The wall-clock time at which it stood still, in nanoseconds since 1970.
  package var time: Int64
  /// How many bytes were read, of them while the process ran.
  package var (bytes, bytesRunning): (UInt64, UInt64)
}

/// Reads a process.
package struct ProcessReader: Sendable {
  private let process: Int32
  private let limits: ReadingLimits
  /// How many bytes were read so far.
  private let progress: @Sendable (UInt64) -> Void
  private let isCanceled: @Sendable () -> Bool

  package init(
    _ process: Int32, limits: ReadingLimits = ReadingLimits(),
    progress: @escaping @Sendable (UInt64) -> Void = { _ in }, isCanceled: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.process, self.limits) = (process, limits)
    (self.progress, self.isCanceled) = (progress, isCanceled)
  }

  /// Reads the process, on a thread of its own, whose end continues what it may have left stopped.
  ///
  /// - Parameters:
  ///   - libraries: Selects libraries by their paths, whose symbols are needed, too.
  ///   - needs: Selects the symbols of the executable and of these libraries.
  package func read(
    libraries: @escaping @Sendable (String) -> Bool = { _ in false },
    symbols needs: @escaping @Sendable (String) -> Bool
  ) throws(ProcessError) -> ProcessReading {
    final class Box: Sendable {
      let result = Mutex<Result<ProcessReading, ProcessError>>(.failure(.canceled))
      let isDone = DispatchSemaphore(value: 0)
    }
    let box = Box()
    let failure = startDetachedThread {
      let found = Result { () throws(ProcessError) in try readHere(libraries, needs) }
      box.result.withLock { $0 = found }
      box.isDone.signal()
    }
    guard failure == 0 else { throw .system(failure) }
    box.isDone.wait()
    return try box.result.withLock { $0 }.get()
  }

  private func readHere(
    _ libraries: (String) -> Bool, _ needs: (String) -> Bool
  ) throws(ProcessError) -> ProcessReading {
    guard process_memory_is_supported() == 1 else { throw .unsupportedSystem }
    let executable = try Executable(of: process)
    let symbols = try ExecutableSymbols(executable.file, needs: needs)
    let pages = PresentPages(of: process)
    let former = try mappings()
    let planned = pages.pieces(of: former).byteCount
    let start = former.first { $0.name == executable.path && $0.offset == 0 }?.start ?? symbols.base
    let known = symbols.loaded(at: start).merging(
      Self.symbols(of: former.filter { $0.offset == 0 && libraries($0.name) }, of: process, needs)
    ) { own, _ in own }
    // A process grows; what it grows by beyond this is read while it runs.
    let most = min(limits.bytesStopped, planned + planned / 4 + (8 << 20))
    guard let block = MemoryBlock.ready(byteCount: most, used: planned) else { throw .system(ENOMEM) }
    if isCanceled() { throw .canceled }

    let stop = try ThreadStop(process)
    // The process stands still until this thread is done, so other threads should not delay it.
    let nice = process_thread_set_nice(-20)
    guard ProcessStatus(of: process)?.start == executable.status.start else { throw .ended }
    guard executable.isUnchanged else { throw .replaced }
    let threads = stop.registers()
    let mappings = try mappings()
    let pieces = pages.pieces(of: mappings).byImportance
    var copy = MemoryCopy(of: process, into: block)
    let (begin, limits) = (ThreadStop.now, limits)
    copy.copy(Self.pages(of: known, besides: pieces) + pieces) { _ in
      ThreadStop.now - begin < limits.stopped && !isCanceled()
    }
    let isWhole = stop.isWhole
    let time = Self.wallClock
    let stopped = stop.end()
    _ = process_thread_set_nice(nice)
    if copy.isEnded || copy.regions.isEmpty { throw .ended }
    block.free(from: copy.used)

    let (running, isPartial) = try readRunning(copy.rest, copied: copy.used)
    let regions = copy.regions + running.flatMap(\.regions)
    return ProcessReading(
      status: executable.status,
      image: MemoryImage(
        symbols: known, threads: threads, programs: MemoryMapping.programs(in: mappings), regions: regions,
        isConsistent: isWhole && running.isEmpty && !isPartial, isPartial: isPartial),
      stopped: stopped, time: time, bytes: copy.used + running.reduce(0) { $0 + $1.used },
      bytesRunning: running.reduce(0) { $0 + $1.used })
  }

  /// The symbols of libraries, which stay where they are; none of one that can't be read.
  private static func symbols(
    of libraries: [MemoryMapping], of process: Int32, _ needs: (String) -> Bool
  ) -> [String: MemoryImage.Symbol] {
    var found: [String: MemoryImage.Symbol] = [:]
    for mapping in libraries {
      guard let file = SystemFile("/proc/\(process)/root\(mapping.name)"),
        let symbols = try? ExecutableSymbols(file, needs: needs)
      else { continue }
      found.merge(symbols.loaded(at: mapping.start)) { first, _ in first }
    }
    return found
  }

  /// The pages with the values of symbols that are constant once they are loaded, and so in none of the pieces.
  private static func pages(
    of symbols: [String: MemoryImage.Symbol], besides pieces: [MemoryPiece]
  ) -> [MemoryPiece] {
    Set(symbols.values.map { $0.address & ~4_095 }).sorted().filter { page in
      !pieces.contains { $0.start <= page && page < $0.end }
    }.map { MemoryPiece(start: $0, byteCount: 4_096, kind: .file) }
  }

  /// Reads pieces of the process while it runs, and then compares them.
  private func readRunning(
    _ pieces: [MemoryPiece], copied: UInt64
  ) throws(ProcessError) -> (copies: [MemoryCopy], isPartial: Bool) {
    let most: UInt64 = 64 << 20
    var (copies, rest, total) = ([MemoryCopy](), pieces, copied)
    while !rest.isEmpty, limits.bytes >= total + 4_096 {
      let size = min(most, limits.bytes - total, rest.byteCount)
      guard let block = MemoryBlock.ready(byteCount: size) else { break }
      var copy = MemoryCopy(of: process, into: block)
      copy.copy(rest) { copied in
        progress(total + copied)
        return !isCanceled()
      }
      if isCanceled() { throw .canceled }
      if copy.isEnded { throw .ended }
      rest = copy.rest
      total += copy.used
      copies.append(copy)
    }
    for copy in copies where !copy.clearWhatChanged(while: { _ in !isCanceled() }) {
      throw isCanceled() ? .canceled : .system(ENOMEM)
    }
    return (copies, !rest.isEmpty)
  }

  private func mappings() throws(ProcessError) -> [MemoryMapping] {
    guard let text = SystemFile.text("/proc/\(process)/maps") else {
      throw errno == EACCES || errno == EPERM ? .refusal(of: process) : .ended
    }
    let mappings = MemoryMapping.all(in: text)
    if mappings.isEmpty { throw .ended }
    return mappings
  }

  private static var wallClock: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension [MemoryPiece] {
  var byteCount: UInt64 { reduce(0) { $0 + $1.byteCount } }
}
