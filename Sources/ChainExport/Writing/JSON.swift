// JSON for reports. Owns its layout: equal values give equal bytes, and members keep their order. Texts are quoted as in a log, so no character
// that could control a terminal is written as it is. Does not parse.

import PromiseTrace

/// A JSON value.
package indirect enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Int64)
  case count(UInt64)
  case real(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSON

    package init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// Creates a string, or null.
  package init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  /// Creates a number.
  package init(_ number: Int) { self = .number(Int64(number)) }

  /// Creates a number, or null.
  package init(_ number: Int64?) { self = number.map { .number($0) } ?? .null }

  /// Creates an array of numbers.
  package init(_ numbers: [UInt64]) { self = .array(numbers.map { .count($0) }) }

  /// The value as text: two spaces per level, and arrays of plain values on one line.
  package var text: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private func write(to text: inout String, indent: String) {
    let deeper = indent + "  "
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += "\(value)"
    case .count(let value): text += "\(value)"
    case .real(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.quote(value, into: &text)
    case .array(let values) where values.allSatisfy(\.isPlain):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        value.write(to: &text, indent: deeper)
      }
      text += "]"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + deeper
        value.write(to: &text, indent: deeper)
      }
      text += "\n\(indent)]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + deeper
        Self.quote(member.name, into: &text)
        text += ": "
        member.value.write(to: &text, indent: deeper)
      }
      text += members.isEmpty ? "}" : "\n\(indent)}"
    }
  }

  /// Appends a text in quotes; hostile characters are written as escapes, which every parser reads as the same characters.
  package static func quote(_ value: String, into text: inout String) {
    var value = value
    value.withUTF8 { value in
      text += String(unsafeUninitializedCapacity: ExportedText.roomQuoted(value)) { space in
        guard let start = space.baseAddress else { return 0 }
        return ExportedText.put(quoted: value, at: start) - start
      }
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
  package init(nilLiteral: ()) { self = .null }
}
