// A temporary file for a test.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is removed when its owner is deinitialized.
final class TemporaryFile {
  let path: String
  private let descriptor: Int32

  init() throws {
    var template = Array("/tmp/promisescope-log-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try #require(descriptor >= 0)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  func append(_ text: String) { append(Array(text.utf8)) }

  func append(_ bytes: [UInt8]) {
    expectEqual(write(descriptor, bytes, bytes.count), bytes.count)
  }

  func empty() { #expect(ftruncate(descriptor, 0) == 0 && lseek(descriptor, 0, SEEK_SET) == 0) }
}
