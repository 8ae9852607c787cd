// Google's rule that a value which is an error rejects. Owns the question, and a cache that makes it cheap: the cast costs 35 ns,
// a look-up 2.

import Synchronization

@usableFromInline
enum ErrorValue {
  /// The error that a fulfilment value is, or nil.
  ///
  /// A `String` that somebody made conform to `Error` is still a value.
  @inlinable @inline(__always)
  static func error<Value>(in value: Value) -> (any Error)? {
    mayBeError(value) ? cast(value) : nil
  }

  @usableFromInline @inline(never)
  static func cast<Value>(_ value: Value) -> (any Error)? {
    value is String ? nil : value as? any Error
  }

  /// Whether values of this type can be errors; a type's answer never changes.
  @usableFromInline @inline(never)
  static func mayBeError<Value>(_ value: Value) -> Bool {
    let key = UInt(bitPattern: unsafeBitCast(Value.self, to: UnsafeRawPointer.self))
    let entry = Table.shared.base + Int(key >> 4 & Table.mask)
    let known = entry.pointee.load(ordering: .relaxed)
    if known & ~1 == key { return known & 1 != 0 }
    let answer = canHoldError(value)
    entry.pointee.store(key | (answer ? 1 : 0), ordering: .relaxed)
    return answer
  }

  private static func canHoldError<Value>(_ value: Value) -> Bool {
    if Value.self is String.Type { return false }
    // A subclass may conform, an optional may wrap an error, and an existential holds a type that is not its own.
    return Value.self is any Error.Type || Value.self is AnyClass || Value.self is any OptionalType.Type
      || type(of: value as Any) != Value.self
  }

  /// A direct-mapped table: a type's address, and in its lowest bit the answer.
  ///
  /// Lives as long as the process.
  private struct Table: @unchecked Sendable {
    static let mask: UInt = 255
    static let shared = Table()
    let base: UnsafeMutablePointer<Atomic<UInt>>

    init() {
      base = .allocate(capacity: Int(Table.mask) + 1)
      for index in 0...Int(Table.mask) { (base + index).initialize(to: Atomic(0)) }
    }
  }
}

private protocol OptionalType {}
extension Optional: OptionalType {}
