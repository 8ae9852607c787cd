// The table in which a program that links PromiseScope describes its promises; CPromiseRuntime/DebugLayout.c defines it.

import ProcessMemory

/// The classes of promises and of the rings that record them, and the offsets of their fields.
struct PromiseLayout {
  private static let magic: (UInt64, UInt64) = (0x5365_7369_6D6F_7250, 0x7475_6F79_614C_6570)
  static let version: UInt64 = 1

  let promiseNode, eventChunk: UInt64
  let state, handler, upstream, storage, tracedID, nodeSize: UInt64
  let ring, head, slots, mask, textHead, text, textCapacity: UInt64

  /// The address of the table; nil if the program has none.
  static func address(in image: MemoryImage) -> UInt64? {
    for region in image.regions where region.kind == .file {
      for index in region.words.indices.dropLast()
      where region.words[index] == magic.0 && region.words[index + 1] == magic.1 {
        return region.start + UInt64(index) * 8
      }
    }
    return nil
  }

  /// - Parameter address: See ``address(in:)``.
  /// - Throws: `.unverified` for a table of another version, `.noLayout` for an invalid one.
  init(_ image: MemoryImage, at address: UInt64) throws(HeapError) {
    let words = (2..<18).map { image.word(at: address &+ UInt64($0) * 8) ?? 0 }
    guard words[0] == Self.version else { throw .unverified(version: "\(words[0])") }
    (promiseNode, eventChunk) = (words[1], words[2])
    (state, handler, upstream, storage) = (words[3], words[4], words[5], words[6])
    (tracedID, nodeSize) = (words[7], words[8])
    (ring, head, slots, mask) = (words[9], words[10], words[11], words[12])
    (textHead, text, textCapacity) = (words[13], words[14], words[15])
    guard promiseNode != 0, words[3...].allSatisfy({ $0 < 256 && $0 % 8 == 0 }) else { throw .noLayout }
  }
}
