// The bytes of a text. A file of its own, because the standard library's copying of foreign strings is compiled into each file that asks for
// them, with arithmetic that traps, which must not be in the code that records.

extension String {
  /// Calls `body` with the text's UTF-8.
  ///
  /// - Parameter body: Receives bytes that are valid during the call.
  /// - Returns: The result of `body`.
  @inlinable
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8(body)
  }
}
