// JSON with a layout, for reports: equal values give equal bytes, and members keep their order. Texts are quoted as in a log, so no character
// that could control a terminal is written as it is. Does not parse.

package indirect enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Int64)
  case count(UInt64)
  case real(Double)
  case string(String)
  case array([JSON])
  case object([Member])
  /// A value on a line of its own, as version control shows it best.
  case onOneLine(JSON)

  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSON

    package init(_ name: String, _ value: any JSONValue) { (self.name, self.value) = (name, value.json) }
  }

  /// An object with the members of several ones.
  package static func merged(_ objects: JSON...) -> JSON {
    .object(
      objects.flatMap { object -> [Member] in
        if case .object(let members) = object { return members }
        return []
      })
  }

  /// The value as text: two spaces per level, and arrays of plain values on one line.
  package var text: String { text(indent: 0) + "\n" }

  /// The value on one line, without a newline.
  package var line: String { text(indent: nil) }

  private func text(indent: Int?) -> String {
    let bytes = ExportBytes()
    write(into: bytes, indent)
    return String(decoding: bytes.all, as: UTF8.self)
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object, .onOneLine: false
    default: true
    }
  }

  /// Writes the value, on one line without an indent.
  private func write(into bytes: ExportBytes, _ indent: Int?) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .number(let value): bytes.append(decimal: value)
    case .count(let value): bytes.append(decimal: value)
    case .real(let value): bytes.append(text: value.isFinite ? "\(value)" : "null")
    case .string(let value): bytes.append(quoted: value)
    case .onOneLine(let value): value.write(into: bytes, nil)
    case .array(let values):
      let indent = values.allSatisfy(\.isPlain) ? nil : indent
      Self.write("[", values, "]", into: bytes, indent) { $0.write(into: bytes, $1) }
    case .object(let members):
      Self.write("{", members, "}", into: bytes, indent) { member, indent in
        bytes.append(quoted: member.name)
        bytes.append(": ")
        member.value.write(into: bytes, indent)
      }
    }
  }

  private static func write<Element>(
    _ start: StaticString, _ elements: [Element], _ end: StaticString, into bytes: ExportBytes, _ indent: Int?,
    _ write: (Element, Int?) -> Void
  ) {
    func newLine(_ level: Int) { bytes.append(text: "\n" + String(repeating: "  ", count: level)) }
    bytes.append(start)
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(indent == nil ? ", " : ",") }
      if let indent { newLine(indent + 1) }
      write(element, indent.map { $0 + 1 })
    }
    if let indent, !elements.isEmpty { newLine(indent) }
    bytes.append(end)
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, any JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
  package init(nilLiteral: ()) { self = .null }
}

/// What a member of an object can be.
package protocol JSONValue {
  var json: JSON { get }
}

extension JSON: JSONValue { package var json: JSON { self } }
extension Bool: JSONValue { package var json: JSON { .bool(self) } }
extension Int: JSONValue { package var json: JSON { .number(Int64(self)) } }
extension Int64: JSONValue { package var json: JSON { .number(self) } }
extension UInt64: JSONValue { package var json: JSON { .count(self) } }
extension String: JSONValue { package var json: JSON { .string(self) } }
extension Optional: JSONValue where Wrapped: JSONValue { package var json: JSON { map(\.json) ?? .null } }
extension Array: JSONValue where Element: JSONValue { package var json: JSON { .array(map(\.json)) } }
