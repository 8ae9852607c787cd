// JSON, value by value: everything that this module writes as JSON goes through these functions, and so do the values of `JSON`, which have a
// layout. The writer of logs has its own, because it is the hot path of a recording.

import PromiseTrace

extension ExportBytes {
  /// Writes a comma, unless nothing or the start of a list, a member's name, or white space precedes.
  @inline(__always)
  private func separate() {
    switch last {
    case 0, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\n"): break
    default: append(UInt8(ascii: ","))
    }
  }

  /// Writes the name of a member; its value must follow.
  @inline(__always)
  func key(_ name: StaticString) {
    separate()
    append("\"")
    append(name)
    append("\":")
  }

  /// Writes a name that need not be ours.
  func key(text name: String) {
    value(name)
    append(":")
  }

  @inline(__always)
  func object(_ members: () throws -> Void) rethrows {
    separate()
    append("{")
    try members()
    append("}")
  }

  @inline(__always)
  func array(_ elements: () throws -> Void) rethrows {
    separate()
    append("[")
    try elements()
    append("]")
  }

  /// Writes a string that needs no escapes.
  @inline(__always)
  func string(_ content: () -> Void) {
    separate()
    append("\"")
    content()
    append("\"")
  }

  @inline(__always)
  func value(_ number: some BinaryInteger) {
    separate()
    append(decimal: number)
  }

  func value(_ isTrue: Bool) {
    separate()
    append(isTrue ? "true" : "false")
  }

  func value(_ text: String) {
    separate()
    append(quoted: text)
  }

  /// Writes a text of the program; null if the table does not have it.
  func value(_ text: TextID) {
    separate()
    if !append(quoted: text) { append("null") }
  }

  /// Writes a number, or null.
  func value(_ number: Int64?) {
    if let number { return value(number) }
    separate()
    append("null")
  }

  /// Writes a value that was written before.
  func value(raw json: [UInt8]) {
    separate()
    append(json)
  }

  func member(_ name: StaticString, _ number: some BinaryInteger) {
    key(name)
    value(number)
  }

  func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  func member(_ name: StaticString, _ isTrue: Bool) {
    key(name)
    value(isTrue)
  }
}
