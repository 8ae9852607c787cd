// JSON inside an HTML page. Owns the escapes beyond those of `JSON`: no `<` is left, so that no text can end the script element that contains the
// data, and a browser reads exactly what was written.

import PlainText

/// Appends compact JSON to bytes.
struct PageJSON {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// The bytes so far, which are then forgotten.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func beginObject() { open("{") }
  mutating func endObject() { close("}") }
  mutating func beginArray() { open("[") }
  mutating func endArray() { close("]") }

  private mutating func open(_ bracket: String) {
    comma()
    bytes.append(text: bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: String) {
    bytes.append(text: bracket)
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// The name of a member; its value must follow.
  mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func value(_ number: some BinaryInteger) {
    comma()
    bytes.append(text: String(number))
  }

  mutating func value(_ isTrue: Bool) {
    comma()
    bytes.append(text: isTrue ? "true" : "false")
  }

  mutating func null() {
    comma()
    bytes.append(text: "null")
  }

  /// Appends a string.
  mutating func value(_ text: String) {
    comma()
    var quoted = ""
    JSON.quote(text, into: &quoted)
    for byte in quoted.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes.append(text: "\\u003c")
      case UInt8(ascii: ">"): bytes.append(text: "\\u003e")
      case UInt8(ascii: "&"): bytes.append(text: "\\u0026")
      default: bytes.append(byte)
      }
    }
  }

  /// Appends a value that another writer wrote.
  mutating func raw(_ json: [UInt8]) {
    comma()
    bytes += json
  }

  // MARK: Members

  mutating func member(_ name: String, _ number: some BinaryInteger) {
    key(name)
    value(number)
  }

  mutating func member(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  mutating func member(_ name: String, _ isTrue: Bool) {
    key(name)
    value(isTrue)
  }
}
