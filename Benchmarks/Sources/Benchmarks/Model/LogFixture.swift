// A log of any length in a temporary file, gone with its owner. Owns writing it; refuses to keep it in memory.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A log file of a workload.
final class LogFixture {
  let path: String
  /// Its size in bytes.
  private(set) var size = 0

  /// Writes it.
  init(_ workload: Workload, events count: Int) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/promisescope-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    precondition(descriptor >= 0, "no temporary file in \(folder)")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let texts = TextTable()
    let encoder = LogEncoder(texts: texts)
    let buffer = Buffer()
    encoder.encode(LogHeader(), into: &buffer.bytes)
    workload.play(count, texts: texts) { [unowned self] event in
      encoder.encode(event, into: &buffer.bytes)
      if buffer.bytes.count > 1 << 20 {
        buffer.flush(to: descriptor, &size)
        // No one keeps an event of this stream.
        texts.forget()
      }
    }
    buffer.flush(to: descriptor, &size)
    close(descriptor)
  }

  deinit { unlink(path) }
}

private final class Buffer {
  var bytes: [UInt8] = []

  func flush(to descriptor: Int32, _ size: inout Int) {
    var place = 0
    while place < bytes.count {
      let count = bytes[place...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0, "no room for the log")
      place += count
    }
    size += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }
}
