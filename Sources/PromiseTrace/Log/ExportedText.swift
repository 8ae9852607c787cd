// Numbers and JSON strings for formats other than the log. Owns the interface to the log's quoting and number writing, so that
// all formats and reports escape the same characters as a log.

/// Writing of numbers and texts through a pointer.
package enum ExportedText {
  /// Writes a number in decimal digits.
  ///
  /// Not generic, because a generic function of another module is not specialized.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - cursor: The address to write to, with room for 20 bytes.
  /// - Returns: The address after the last byte written.
  package static func put(
    decimal number: UInt64, at cursor: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var end = cursor
    end.put(decimal: number)
    return end
  }

  /// The room that a text may need as a JSON string, in bytes.
  package static func roomQuoted(_ text: UnsafeBufferPointer<UInt8>) -> Int { text.count * LogQuoting.growth + 16 }

  /// Writes a text as a JSON string, with characters that could control a terminal or reorder a line as escapes.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8.
  ///   - cursor: The address to write to, with as much room as ``roomQuoted(_:)`` says.
  /// - Returns: The address after the last byte written.
  package static func put(
    quoted text: UnsafeBufferPointer<UInt8>, at cursor: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var end = cursor
    LogQuoting.put(quoted: text, &end)
    return end
  }
}
