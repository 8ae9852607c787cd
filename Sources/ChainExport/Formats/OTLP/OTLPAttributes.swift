// How OpenTelemetry's protocol writes an attribute: its key, and its value under the name of its type.

import ChainModel
import PromiseTrace

extension ExportBytes {
  /// Writes an attribute; nothing if there is no value.
  func attribute(_ name: StaticString, _ value: FieldValue) {
    switch value {
    case .none, .text(.none): break
    default: attribute({ string { append(name) } }, value)
    }
  }

  /// Writes an attribute of the program.
  func attribute(text name: String, _ value: AttributeValue) {
    let name = { self.value(name) }
    switch value {
    case .text(let text): attribute(name, .word(text))
    case .whole(let number): attribute(name, .number(number))
    case .flag(let isSet): attribute(name, .flag(isSet))
    case .real(let number):
      attribute(name) {
        key("doubleValue")
        append(text: (number.isFinite ? number : 0).description)
      }
    }
  }

  private func attribute(_ name: () -> Void, _ value: FieldValue) {
    attribute(name) {
      switch value {
      case .number(let number):
        key("intValue")
        string { append(decimal: number) }
      case .flag(let isSet): member("boolValue", isSet)
      case .word(let word): member("stringValue", word)
      case .text(let text):
        key("stringValue")
        if !append(quoted: text) { append("\"\"") }
      case .site(let site): member("stringValue", "\(site.file):\(site.line)")
      case .none, .words, .promise, .promises: break
      }
    }
  }

  @inline(__always)
  private func attribute(_ name: () -> Void, _ typed: () -> Void) {
    object {
      key("key")
      name()
      key("value")
      object(typed)
    }
  }
}
