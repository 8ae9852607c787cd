// Google's rule that a value which is an error rejects. Owns the question, and a cache that makes it cheap: the cast costs 35 ns,
// a look-up 2.

import CPromiseTrace

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
  @inlinable @inline(__always)
  static func mayBeError<Value>(_ value: Value) -> Bool {
    let type = UInt(bitPattern: ObjectIdentifier(Value.self))
    let known = psTypeAnswer(Int32(psMayBeError), type)
    return known & ~1 == type ? known & 1 != 0 : learn(value, type)
  }

  @usableFromInline @inline(never)
  static func learn<Value>(_ value: Value, _ type: UInt) -> Bool {
    let answer = canHoldError(value)
    psSetTypeAnswer(Int32(psMayBeError), type, answer)
    return answer
  }

  private static func canHoldError<Value>(_ value: Value) -> Bool {
    if Value.self is String.Type { return false }
    // A subclass may conform, an optional may wrap an error, and an existential holds a type that is not its own.
    return Value.self is any Error.Type || Value.self is AnyClass || Value.self is any OptionalType.Type
      || type(of: value as Any) != Value.self
  }
}

private protocol OptionalType {}
extension Optional: OptionalType {}
