// The string literals of a program, from its file: they never change, and a reading of a process leaves out memory that is not writable.

/// Finds the literals of one executable or library.
package struct ProgramTexts {
  private let segments: [ExecutableSymbols.Segment]
  private let bytes: UnsafeRawBufferPointer
  private let memory: MemoryBlock?

  /// - Parameter path: The file; if it can't be read, there are no texts.
  package init(path: String) {
    guard let file = SystemFile(path), file.isRegular, let segments = ExecutableSymbols.segments(of: file),
      let memory = file.mapped(byteCount: Int(clamping: file.size))
    else {
      (segments, bytes, memory) = ([], UnsafeRawBufferPointer(start: nil, count: 0), nil)
      return
    }
    (self.segments, self.memory) = (segments, memory)
    bytes = UnsafeRawBufferPointer(start: memory.base, count: memory.byteCount)
  }

  /// The text at an address, counted from where the file's start is mapped to; nil if there is none of at most 1,000 bytes.
  package func text(at offset: UInt64) -> String? {
    let address = offset &+ (segments.map(\.address).min() ?? 0)
    guard let segment = segments.first(where: { address >= $0.address && address - $0.address < $0.fileSize }) else {
      return nil
    }
    let start = segment.offset &+ (address - segment.address)
    guard start < UInt64(bytes.count) else { return nil }
    let text = bytes[Int(start)...].prefix(1_001).prefix { $0 != 0 }
    return text.count <= 1_000 ? String(validating: text, as: UTF8.self) : nil
  }
}
