// A list of attributes of OpenTelemetry's protocol. Owns how a value of each type is written.

import PromiseTrace

struct OTLPAttributes {
  private var isFirst = true

  mutating func add(_ key: StaticString, _ text: TextID, _ bytes: ExportBytes) {
    guard text != .none else { return }
    start(key, bytes)
    bytes.append("\"stringValue\":")
    if !bytes.append(quoted: text) { bytes.append("\"\"") }
    bytes.append("}}")
  }

  /// A word of our own, which needs no escapes.
  mutating func add(_ key: StaticString, word: StaticString, _ bytes: ExportBytes) {
    start(key, bytes)
    bytes.append("\"stringValue\":\"")
    bytes.append(word)
    bytes.append("\"}}")
  }

  mutating func add(_ key: StaticString, _ text: String, _ bytes: ExportBytes) {
    start(key, bytes)
    bytes.append("\"stringValue\":")
    bytes.append(quoted: text)
    bytes.append("}}")
  }

  mutating func add(_ key: StaticString, _ number: Int64, _ bytes: ExportBytes) {
    start(key, bytes)
    bytes.append("\"intValue\":\"")
    bytes.append(decimal: number)
    bytes.append("\"}}")
  }

  mutating func add(_ key: StaticString, _ flag: Bool, _ bytes: ExportBytes) {
    start(key, bytes)
    bytes.append(flag ? "\"boolValue\":true}}" : "\"boolValue\":false}}")
  }

  /// An attribute of the program.
  mutating func add(_ key: String, _ value: AttributeValue, _ bytes: ExportBytes) {
    bytes.append(isFirst ? "{\"key\":" : ",{\"key\":")
    isFirst = false
    bytes.append(quoted: key)
    bytes.append(",\"value\":{")
    switch value {
    case .text(let text):
      bytes.append("\"stringValue\":")
      bytes.append(quoted: text)
    case .whole(let number):
      bytes.append("\"intValue\":\"")
      bytes.append(decimal: number)
      bytes.append("\"")
    case .real(let number):
      bytes.append("\"doubleValue\":")
      bytes.append(text: (number.isFinite ? number : 0).description)
    case .flag(let flag): bytes.append(flag ? "\"boolValue\":true" : "\"boolValue\":false")
    }
    bytes.append("}}")
  }

  @inline(__always)
  private mutating func start(_ key: StaticString, _ bytes: ExportBytes) {
    bytes.append(isFirst ? "{\"key\":\"" : ",{\"key\":\"")
    isFirst = false
    bytes.append(key)
    bytes.append("\",\"value\":{")
  }
}
