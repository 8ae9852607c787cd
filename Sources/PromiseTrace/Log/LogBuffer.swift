// A growable byte buffer that is accessed through a pointer. An array checks capacity, bounds and uniqueness at every step, which took
// most of the time of writing a line.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A growable buffer of bytes.
///
/// Not thread-safe.
package final class LogBuffer {
  /// The number of bytes after the capacity that may be read or written, because scanning and copying process up to 16 bytes at a time.
  @inlinable
  package static var padding: Int { 64 }

  @exclusivity(unchecked) package private(set) var start: UnsafeMutablePointer<UInt8>
  /// The capacity in bytes, without the padding.
  @exclusivity(unchecked) package private(set) var capacity: Int

  package init(capacity: Int) {
    self.capacity = capacity
    start = Self.allocate(capacity)
  }

  deinit { free(start) }

  /// Allocates zeroed memory, whose pages are committed on first use.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = calloc(1, capacity &+ padding) else { fatalError("no memory for \(capacity) bytes") }
    return memory.bindMemory(to: UInt8.self, capacity: capacity &+ padding)
  }

  /// Ensures a capacity of `count` bytes and keeps the first `kept`.
  ///
  /// Invalidates pointers into the buffer.
  @inlinable @inline(__always)
  package func reserve(_ count: Int, keeping kept: Int = 0) {
    if count > capacity { grow(count, kept) }
  }

  @inline(never) @usableFromInline
  package func grow(_ count: Int, _ kept: Int) {
    let larger = max(count, capacity &* 2)
    let moved = Self.allocate(larger)
    moved.update(from: start, count: kept)
    free(start)
    (start, capacity) = (moved, larger)
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Writes bytes and advances past them.
  @inlinable @inline(__always)
  package mutating func put(_ bytes: UnsafePointer<UInt8>, count: Int) {
    update(from: bytes, count: count)
    self += count
  }

  /// Writes a byte and advances past it.
  @inlinable @inline(__always)
  package mutating func put(byte: UInt8) {
    pointee = byte
    self += 1
  }

  /// Writes a literal and advances past it; compiles to a few stores.
  @inlinable @inline(__always)
  package mutating func put(_ text: StaticString) { put(text.utf8Start, count: text.utf8CodeUnitCount) }
}

extension UnsafePointer<UInt8> {
  /// Eight bytes as a little-endian number.
  @inlinable @inline(__always)
  package var eight: UInt64 { UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt64.self)) }
}
