// JSON inside an HTML page. Owns the escapes beyond those of `JSON`: no `<` is left, so that no text can end the script element that contains the
// data, and a browser reads exactly what was written.

import PlainText
import PromiseTrace

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
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { space in
      guard let start = space.baseAddress else { return }
      let end = ExportedText.put(decimal: UInt64(number.magnitude), at: start)
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
    }
  }

  mutating func value(_ isTrue: Bool) {
    comma()
    bytes.append(text: isTrue ? "true" : "false")
  }

  mutating func null() {
    comma()
    bytes.append(text: "null")
  }

  mutating func value(_ text: String) {
    comma()
    var text = text
    text.withUTF8 { utf8 in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ExportedText.roomQuoted(utf8)) { space in
        guard let start = space.baseAddress else { return }
        let end = ExportedText.put(quoted: utf8, at: start)
        append(escaped: UnsafeBufferPointer(start: start, count: end - start))
      }
    }
  }

  /// Appends a quoted string that is escaped, except for the special characters of HTML.
  private mutating func append(escaped quoted: UnsafeBufferPointer<UInt8>) {
    var done = 0
    for (index, byte) in quoted.enumerated() {
      let escape: String
      switch byte {
      case UInt8(ascii: "<"): escape = "\\u003c"
      case UInt8(ascii: ">"): escape = "\\u003e"
      case UInt8(ascii: "&"): escape = "\\u0026"
      default: continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: quoted[done..<index]))
      bytes.append(text: escape)
      done = index + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: quoted[done...]))
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
