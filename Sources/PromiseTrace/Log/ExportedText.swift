// Numbers and JSON strings in arrays of bytes, for formats other than the log. Owns the interface to the log's quoting and number writing, so
// that every format of JSON escapes the same characters.

extension [UInt8] {
  /// Appends a number in decimal digits.
  ///
  /// Not generic, because a generic function of another module is not specialized, and took a third of the time of an export.
  package mutating func append(decimal number: UInt64) { append(number, isNegative: false) }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: Int64) { append(number.magnitude, isNegative: number < 0) }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: Int) { append(decimal: Int64(number)) }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: UInt32) { append(UInt64(number), isNegative: false) }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: Int32) { append(decimal: Int64(number)) }

  private mutating func append(_ magnitude: UInt64, isNegative: Bool) {
    if magnitude < 10, !isNegative { return append(0x30 + UInt8(truncatingIfNeeded: magnitude)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { space in
      guard let start = space.baseAddress else { return }
      var cursor = start
      if isNegative { cursor.put(byte: 0x2D) }
      cursor.put(decimal: magnitude)
      append(contentsOf: UnsafeBufferPointer(start: start, count: cursor - start))
    }
  }

  /// Appends a literal.
  @inline(__always)
  package mutating func append(_ text: StaticString) { append(contentsOf: text.bytes) }

  /// Appends a text as a JSON string, with characters that could control a terminal or reorder a line as escapes.
  package mutating func append(quoted text: String) { LogEncoder.quote(text, into: &self) }

  /// Appends a text as a JSON string.
  ///
  /// - Parameters:
  ///   - id: The text.
  ///   - texts: The table that has it.
  /// - Returns: Whether there is such a text; if not, nothing is appended.
  @discardableResult
  package mutating func append(quoted id: TextID, of texts: TextTable) -> Bool {
    var isFound = false
    texts.withBytes(id) { text in
      isFound = true
      append(quoted: text)
    }
    return isFound
  }

  /// Appends UTF-8 as a JSON string.
  package mutating func append(quoted text: UnsafeBufferPointer<UInt8>) {
    let room = text.count * LogQuoting.growth + 16
    guard room > 1_024 else {
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { space in
        guard let start = space.baseAddress else { return }
        var cursor = start
        LogQuoting.put(quoted: text, &cursor)
        append(contentsOf: UnsafeBufferPointer(start: start, count: cursor - start))
      }
    }
    self += [UInt8](unsafeUninitializedCapacity: room) { space, count in
      guard let start = space.baseAddress else { return }
      var cursor = start
      LogQuoting.put(quoted: text, &cursor)
      count = cursor - start
    }
  }
}

extension SettlementCause {
  /// The word for the cause in a log.
  package var word: StaticString { logName }
}

extension EventKind {
  /// The word for the event in a log.
  package var word: StaticString { logName }
}

extension BodyOutcome {
  /// The word for the outcome in a log.
  package var word: StaticString { logName }
}
