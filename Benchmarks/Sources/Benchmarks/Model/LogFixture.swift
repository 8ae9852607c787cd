// A log of any length in a temporary file. Owns writing and removing the file; does not keep the log in memory.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A log file of a workload, removed on deallocation.
final class LogFixture {
  let path: String
  /// The size of the file in bytes.
  private(set) var size = 0

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
        // The events are not kept, so their texts can be evicted.
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
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0, "the log could not be written")
      offset += count
    }
    size += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }
}
