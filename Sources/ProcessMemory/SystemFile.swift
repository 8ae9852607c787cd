// Files of /proc, and parts of large files: read as they are, without waiting, and no more than a limit.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is open for reading.
struct SystemFile: ~Copyable {
  private let descriptor: Int32

  /// Opens a file; nil, with `errno`, if that is not possible.
  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
  }

  // What could not be opened leaves `errno` as it is.
  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Its size; 0 for one of /proc.
  var size: UInt64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt64(max(0, status.st_size)) : 0
  }

  /// Whether it is a file, and no folder, device, or pipe.
  var isRegular: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Its device and its number there, which are equal for the same file.
  var identity: FileIdentity {
    var status = stat()
    return fstat(descriptor, &status) == 0
      ? FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)) : FileIdentity()
  }

  /// When it was written last, in nanoseconds since 1970.
  var modified: Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return 0 }
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The file as memory, which is read when it is needed; nil if that is not possible.
  func mapped(byteCount: Int) -> MemoryBlock? {
    guard let base = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else { return nil }
    return MemoryBlock(base, byteCount: byteCount) { munmap($0, byteCount) }
  }

  /// Fills a buffer from an offset of the file; returns how many bytes there were.
  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let count = pread(descriptor, base + filled, buffer.count - filled, off_t(clamping: offset &+ UInt64(filled)))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }

  /// `count` bytes from an offset; nil if the file has fewer.
  func bytes(at offset: UInt64, count: Int) -> [UInt8]? {
    guard count >= 0, count <= 1 << 28 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) {
      $1 = read(at: offset, into: UnsafeMutableRawBufferPointer($0))
    }
    return bytes.count == count ? bytes : nil
  }

  /// The whole file as text, at most 16 MiB; nil, with `errno`, if it can't be opened.
  static func text(_ path: String) -> String? {
    guard let file = SystemFile(path) else { return nil }
    var bytes: [UInt8] = []
    let chunk = 1 << 16
    while bytes.count < 1 << 24 {
      let offset = UInt64(bytes.count)
      let more = [UInt8](unsafeUninitializedCapacity: chunk) {
        $1 = file.read(at: offset, into: UnsafeMutableRawBufferPointer($0))
      }
      bytes += more
      if more.count < chunk { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Where a symbolic link of /proc leads; nil, with `errno`, if that is not known.
  static func link(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1 }
    }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The names in a folder, such as the threads of a process; empty if it can't be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// What tells a file from all others.
package struct FileIdentity: Hashable, Sendable {
  var device: UInt64 = 0
  var number: UInt64 = 0
}
