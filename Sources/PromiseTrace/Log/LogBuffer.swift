// Bytes that grow, written and read through a pointer: an array checks its room, its bounds and its owners at every step, which
// took most of the time of writing a line.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory for bytes, freed with its owner.
///
/// One thread uses it.
final class LogBuffer {
  /// Bytes behind the last that may always be read or written: scanning and copying take up to sixteen at a time.
  static let padding = 64

  @exclusivity(unchecked) private(set) var start: UnsafeMutablePointer<UInt8>
  /// How many bytes fit, besides the padding.
  @exclusivity(unchecked) private(set) var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    start = Self.allocate(capacity)
  }

  deinit { free(start) }

  /// Memory full of zeros, which costs nothing before it is used.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = calloc(1, capacity + padding) else { fatalError("no memory for \(capacity) bytes") }
    return memory.bindMemory(to: UInt8.self, capacity: capacity + padding)
  }

  /// Makes room for `count` bytes and keeps the first `kept`; pointers from before are no longer good.
  @inline(__always)
  func reserve(_ count: Int, keeping kept: Int = 0) {
    if count > capacity { grow(count, kept) }
  }

  @inline(never)
  private func grow(_ count: Int, _ kept: Int) {
    let larger = max(count, capacity * 2)
    let moved = Self.allocate(larger)
    moved.update(from: start, count: kept)
    free(start)
    (start, capacity) = (moved, larger)
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Writes bytes and steps behind them.
  @inline(__always)
  mutating func put(_ bytes: UnsafePointer<UInt8>, count: Int) {
    update(from: bytes, count: count)
    self += count
  }

  /// Writes a byte and steps behind it.
  @inline(__always)
  mutating func put(byte: UInt8) {
    pointee = byte
    self += 1
  }

  /// Writes ASCII text and steps behind it; a literal becomes a few stores.
  @inline(__always)
  mutating func put(_ text: StaticString) { put(text.utf8Start, count: text.utf8CodeUnitCount) }
}
