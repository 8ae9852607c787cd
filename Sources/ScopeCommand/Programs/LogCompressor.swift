// Compresses the logs of a recording while its programs write them, and frees the space of what is compressed, so that hours of a service
// take a seventh of the disk.
//
//     run.ndjson                    the log, whose middle has no space on disk anymore
//     run.ndjson.gz.4711.partial    its compressed form; at the end run.ndjson.gz, and run.ndjson is removed

import CZlib
import Foundation
import PlainText
import PromiseTrace
import Synchronization

/// Compresses the logs of one recording.
final class LogCompressor: Sendable {
  private let target: RecordTarget
  private let isStopped = Atomic<Bool>(false)
  private let end = DispatchSemaphore(value: 0)
  /// By the path of each log.
  private let logs = Mutex<[String: CompressedLog]>([:])

  /// Starts compressing in a thread of its own.
  init(_ target: RecordTarget) {
    self.target = target
    // The program itself copies a log that has a limit, so it needs all of it.
    guard getenv("PROMISESCOPE_LIMIT") == nil else {
      end.signal()
      return
    }
    Thread { [self] in
      while !isStopped.load(ordering: .relaxed) {
        usleep(200_000)
        logs.withLock { logs in
          for path in target.logs { _ = Self.log(at: path, in: &logs)?.take() }
        }
      }
      end.signal()
    }.start()
  }

  private static func log(at path: String, in logs: inout [String: CompressedLog]) -> CompressedLog? {
    // The unfinished file of the former log has the same name, so that log is released before the new one is opened.
    if logs[path]?.isReplaced == true { logs[path] = nil }
    if logs[path] == nil { logs[path] = CompressedLog(path) }
    return logs[path]
  }

  /// Replaces the logs by their compressed forms, once nothing writes them anymore, and reports what could not be compressed.
  ///
  /// - Returns: The paths of the logs.
  func finish() -> [String] {
    isStopped.store(true, ordering: .relaxed)
    end.wait()
    return logs.withLock { logs in
      target.logs.map { path in
        guard let log = Self.log(at: path, in: &logs) else {
          complain("can't compress \(Escaping.line(path)): \(errorText()).")
          return path
        }
        return log.finish()
      }
    }
  }
}

/// A log and its compressed form.
private final class CompressedLog: @unchecked Sendable {
  private let path: String
  private let source: Int32
  private let output: (path: String, descriptor: Int32)
  /// zlib refuses a stream that has moved in memory.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// The number of bytes that are compressed, and of those whose space is freed; what went wrong.
  private var (position, freed, failure) = (Int64(0), Int64(0), String?.none)

  private static let block = 1 << 18
  /// The bytes at the start and at the end of a log that keep their space: other commands read its header and its last line.
  private static let kept: Int64 = 1 << 16

  /// Whether another file has the name of the log now, or the log was started again.
  var isReplaced: Bool {
    var status = stat()
    return FileIdentity(path: path) != FileIdentity(descriptor: source) || fstat(source, &status) != 0
      || Int64(status.st_size) < position
  }

  init?(_ path: String) {
    let file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0, isRegular(status) else {
      if file >= 0 { close(file) }
      return nil
    }
    (self.path, source) = (path, file)
    output = PartialFile.create(for: path + ".gz", permissions: status.st_mode & 0o777)
    stream.initialize(to: z_stream())
    if output.descriptor < 0 { failure = errorText() }
    if cz_deflate_start(stream) != Z_OK { failure = "zlib could not be started" }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    for file in [source, output.descriptor] where file >= 0 { close(file) }
    // Once space is freed in the log, this file has the only copy of those bytes.
    if freed == 0 { unlink(output.path) }
  }

  /// Compresses what was appended.
  ///
  /// - Parameter isLast: Whether nothing follows.
  /// - Returns: Whether all of the log is compressed.
  func take(isLast: Bool = false) -> Bool {
    guard failure == nil else { return false }
    var input = [UInt8](repeating: 0, count: Self.block)
    while true {
      let count = pread(source, &input, Self.block, off_t(position))
      let isEnd = count < Self.block
      // What zlib has not written yet is flushed with the next bytes; until then, no space is freed.
      if count == 0, !isLast { return true }
      guard count >= 0, deflate(&input, count, isEnd ? isLast ? Z_FINISH : Z_SYNC_FLUSH : Z_NO_FLUSH) else {
        failure = errorText()
        return false
      }
      position += Int64(count)
      if isEnd { break }
    }
    if !isLast, position - freed > 16 * Self.kept {
      let start = max(freed, Self.kept)
      freed = (position - Self.kept) & ~4095
      cz_free_range(source, start, freed - start)
    }
    return true
  }

  private func deflate(_ input: inout [UInt8], _ count: Int, _ flush: Int32) -> Bool {
    var made = [UInt8](repeating: 0, count: Self.block)
    return input.withUnsafeMutableBufferPointer { input in
      (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, UInt32(count))
      repeat {
        let length = made.withUnsafeMutableBufferPointer { made in
          (stream.pointee.next_out, stream.pointee.avail_out) = (made.baseAddress, UInt32(made.count))
          _ = CZlib.deflate(stream, flush)
          return made.count - Int(stream.pointee.avail_out)
        }
        guard GzipPipe.pass(made[..<length], to: output.descriptor) else { return false }
      } while stream.pointee.avail_out == 0
      return true
    }
  }

  /// Gives the compressed form its name, and removes the log.
  ///
  /// - Returns: The path of the compressed log; if it is incomplete, that of the log.
  func finish() -> String {
    let compressed = path + ".gz"
    if take(isLast: true), rename(output.path, compressed) == 0 {
      unlink(path)
      return compressed
    }
    let reason = failure ?? errorText()
    if freed > 0 {
      let start = rename(output.path, compressed) == 0 ? compressed : output.path
      complain(
        "can't compress \(Escaping.line(path)) any further: \(reason); its first \(NumberText.grouped(Int(freed))) bytes are in "
          + "\(Escaping.line(start)).")
    } else {
      complain("can't compress \(Escaping.line(path)): \(reason).")
    }
    return path
  }
}
