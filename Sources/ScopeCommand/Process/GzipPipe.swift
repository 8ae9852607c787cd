// A compressed log as a pipe of lines: a thread decompresses while another one reads. Owns the thread, the pipe, and what is wrong with the
// compressed data. Does not know what a line is. zlib is linked here, so that no program that is recorded links it.

import CZlib
import Foundation
import PlainText
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file of gzip data that is read through a pipe.
///
/// The reading end is closed when the pipe is deinitialized.
final class GzipPipe: Sendable {
  let descriptor: Int32
  /// What is wrong with the data; nil if nothing is, or before the end is reached.
  var problem: String? { state.withLock { $0 } }

  private let state = Mutex<String?>(nil)
  private static let block = 1 << 18

  /// Whether a file starts like gzip data.
  ///
  /// - Parameter file: An open regular file, whose position does not change.
  /// - Returns: Whether it has the two bytes of RFC 1952 at its start.
  static func isGzip(_ file: Int32) -> Bool {
    var magic: [UInt8] = [0, 0]
    return pread(file, &magic, 2, 0) == 2 && magic == [0x1F, 0x8B]
  }

  /// Whether a log is compressed.
  ///
  /// - Returns: Whether it is a regular file that starts like gzip data.
  static func isGzip(_ path: String) -> Bool {
    if path == "-" { return isGzip(STDIN_FILENO) }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    return isGzip(file)
  }

  /// Starts decompressing.
  ///
  /// - Parameter file: An open file, which the pipe closes at its end.
  /// - Throws: ``Failure`` if no pipe can be created.
  init(_ file: Int32) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let reason = errorText()
      close(file)
      throw Failure(sentence: "can't create a pipe: \(reason).")
    }
    descriptor = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let writeEnd = ends[1]
    let thread = Thread { [weak self] in
      let problem = Self.decompress(file, to: writeEnd)
      self?.state.withLock { $0 = problem }
      // After the problem is known: the reader asks for it when it sees the end.
      close(writeEnd)
      close(file)
    }
    thread.name = "gzip"
    thread.start()
  }

  deinit { close(descriptor) }

  /// Decompresses a file; returns what is wrong with it.
  private static func decompress(_ file: Int32, to pipe: Int32) -> String? {
    var stream = z_stream()
    guard cz_inflate_start(&stream) == Z_OK else { return "zlib could not be started" }
    defer { inflateEnd(&stream) }
    var input = [UInt8](repeating: 0, count: block)
    var output = [UInt8](repeating: 0, count: block)
    // The number of bytes of the log that were passed on, and whether a member of the file is complete.
    var (passed, isComplete) = (0, true)
    while true {
      var count = read(file, &input, block)
      while count < 0, errno == EINTR { count = read(file, &input, block) }
      guard count >= 0 else { return "the compressed file can't be read any further: \(errorText())" }
      if count == 0 {
        if isComplete { return nil }
        return passed == 0
          ? "the compressed file is truncated; nothing could be read"
          : "the compressed file is truncated; the first \(NumberText.grouped(passed)) bytes of its log were read"
      }
      let problem = input.withUnsafeMutableBufferPointer { input -> String?? in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(count)
        while stream.avail_in > 0 || stream.avail_out == 0 {
          if isComplete {
            // Another member, or the zeros with which a tape pads its blocks.
            while stream.avail_in > 0, let next = stream.next_in, next.pointee == 0, passed > 0 {
              (stream.next_in, stream.avail_in) = (next + 1, stream.avail_in - 1)
            }
            guard stream.avail_in > 0 else { return nil }
            inflateReset(&stream)
            isComplete = false
          }
          let (status, made) = output.withUnsafeMutableBufferPointer { output -> (Int32, Int) in
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            let status = inflate(&stream, Z_NO_FLUSH)
            return (status, output.count - Int(stream.avail_out))
          }
          guard pass(output[..<made], to: pipe) else { return .some(nil) }
          passed += made
          switch status {
          case Z_OK, Z_BUF_ERROR: if stream.avail_in == 0, stream.avail_out > 0 { return nil }
          case Z_STREAM_END: isComplete = true
          default:
            let reason = stream.msg.map { String(cString: $0) } ?? "invalid data"
            return .some(
              "the compressed file is damaged (\(reason)); the first \(NumberText.grouped(passed)) bytes of its log were read"
            )
          }
        }
        return nil
      }
      if let problem { return problem }
    }
  }

  /// Writes bytes; returns false if the reader has left.
  static func pass(_ bytes: ArraySlice<UInt8>, to pipe: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let count = write(pipe, bytes.baseAddress.map { $0 + start }, bytes.count - start)
        if count > 0 { start += count } else if errno != EINTR { return false }
      }
      return true
    }
  }
}
