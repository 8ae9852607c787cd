// Shortening a log while it is written: a copy of its latest part grows beside it, and then replaces it.
//
// Example: of a log of 600 MB, the last 300 MB are to remain. Each write is preceded by the copying of a megabyte or more; when the copy has
// caught up, it is renamed over the log, and the next line goes there. Owns the copy. `LogLimit` decides what remains.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension RecordingFile {
  /// The copy that will replace the log.
  struct Copy {
    let source: Int32
    let descriptor: Int32
    let identity: FileIdentity
    let target: String
    /// Where the next byte is read in the log.
    var offset: Int64

    /// Whether the descriptor still is the copy's.
    var isStillMine: Bool { FileIdentity(descriptor: descriptor) == identity }

    func close() {
      RecordingFile.close(source)
      RecordingFile.close(descriptor)
    }
  }

  /// How far a copy has come.
  enum Copied {
    case partly
    case entirely
    case failed
  }

  /// Starts a copy of the log's last part.
  ///
  /// If that is impossible, ``copy(upTo:of:)`` fails: the log may have been removed or renamed, or its folder accept no file.
  ///
  /// - Parameters:
  ///   - start: Bytes to write before that part.
  ///   - offset: Where the part starts, in bytes.
  func startCopy(_ start: [UInt8], from offset: Int64) {
    guard let target = RecordingPath(text: path).target, isFile(target, identity) else { return }
    let source = RecordingFile.open(target, O_RDONLY | O_NOFOLLOW)
    guard source >= 0 else { return }
    guard let file = createCopy(of: target), let own = FileIdentity(descriptor: file) else {
      return RecordingFile.close(source)
    }
    copy = Copy(source: source, descriptor: file, identity: own, target: target, offset: offset)
    guard FileIdentity(descriptor: source) == identity, writeAll(start, to: file) else { return dropCopy() }
  }

  /// Copies more of the log, and replaces it with the copy once that has everything.
  ///
  /// - Parameters:
  ///   - count: The number of bytes to copy at most, rounded up to 256 KiB.
  ///   - size: The log's size, in bytes.
  /// - Returns: How far the copy has come; after a failure, there is none.
  func copy(upTo count: Int, of size: Int64) -> Copied {
    guard var copy, copy.isStillMine, FileIdentity(descriptor: copy.source) == identity else {
      dropCopy()
      return .failed
    }
    var left = count
    var block = [UInt8](repeating: 0, count: Int(clamping: min(1 << 18, size &- copy.offset)))
    while copy.offset < size {
      if left <= 0 {
        self.copy = copy
        return .partly
      }
      let wanted = Int(clamping: min(Int64(truncatingIfNeeded: block.count), size &- copy.offset))
      let got = pread(copy.source, &block, wanted, off_t(copy.offset))
      if got < 0, errno == EINTR { continue }
      guard got > 0, writeAll(got == block.count ? block : Array(block.prefix(got)), to: copy.descriptor) else {
        dropCopy()
        return .failed
      }
      copy.offset &+= Int64(truncatingIfNeeded: got)
      left &-= got
    }
    guard isStillMine, isFile(copy.target, identity), rename(Self.copyName(copy.target), copy.target) == 0 else {
      dropCopy()
      return .failed
    }
    let former = descriptor
    self.copy = nil
    RecordingFile.close(copy.source)
    keep(copy.descriptor)
    RecordingFile.close(former)
    return .entirely
  }

  /// Removes the copy, if there is one.
  func dropCopy() {
    guard let copy else { return }
    self.copy = nil
    unlink(Self.copyName(copy.target))
    // A program that closes every descriptor may have reused these.
    if copy.isStillMine, FileIdentity(descriptor: copy.source) == identity { copy.close() }
  }

  func empty() -> Bool { isStillMine && ftruncate(descriptor, 0) == 0 && lseek(descriptor, 0, SEEK_SET) == 0 }
}
