// Values and errors as one line of text, as far as the value policy allows.
//
// Runs before an outcome is visible, because a description is user code, and the event with the text precedes the effects of the outcome.

import CPromiseRuntime
import PlainText

/// A type that provides its own preview for logs.
///
/// Conform to it where `String(describing:)` is slow (it takes microseconds for a small struct) or reveals too much.
///
/// ```swift
/// extension Account: PromisePreviewing {
///   var promisePreview: String { "account \(number)" }
/// }
/// ```
public protocol PromisePreviewing {
  /// One short line. The caller escapes control characters and truncates it to ``ValuePolicy/previewLimit`` characters.
  var promisePreview: String { get }
}

/// A wrapper that is logged as the value that it contains.
package protocol PreviewStandIn: PromisePreviewing {
  /// The wrapped value's preview, or nil if the policy records none.
  func preview(_ policy: ValuePolicy) -> String?
}

package enum Preview {
  /// The preview of a fulfillment value; nil for `Void`, and if the policy is ``ValuePolicy/off``.
  package static func text<Value>(of value: Value, policy: ValuePolicy) -> String? {
    switch policy {
    case .off: return nil
    case .type:
      if let standIn = value as? any PreviewStandIn { return standIn.preview(policy) }
      return Value.self == Void.self ? nil : TypeNames.name(of: type(of: value))
    case .preview: return Value.self == Void.self ? nil : describe(value).map(line)
    }
  }

  /// The preview of an error: always its type, which contains no user data, and under ``ValuePolicy/preview`` its description.
  package static func text(of error: any Error, policy: ValuePolicy) -> (text: String?, type: String?) {
    switch policy {
    case .off, .type: return (nil, TypeNames.name(of: type(of: error)))
    case .preview:
      let text = (error as? any PromisePreviewing)?.promisePreview ?? String(describing: error)
      return (line(text), TypeNames.name(of: type(of: error)))
    }
  }

  private static func describe<Value>(_ value: Value) -> String? {
    if let text = describe(plain: value) { return text }
    if let standIn = value as? any PreviewStandIn { return standIn.preview(.preview) }
    if let own = value as? any PromisePreviewing { return own.promisePreview }
    if let collection = value as? any Collection, !(value is any StringProtocol) {
      let count = collection.count
      return count == 1 ? "1 item" : "\(count) items"
    }
    return String(describing: value)
  }

  /// The preview of the commonest types, without looking up conformances, which would take ten times as long as the text.
  @inline(__always)
  private static func describe<Value>(plain value: Value) -> String? {
    // Compares types before it casts, because a cast costs more.
    if Value.self == Int.self { return (value as? Int).map { String($0) } }
    if Value.self == String.self { return (value as? String).map(quoted) }
    if Value.self == Bool.self { return (value as? Bool).map { $0 ? "true" : "false" } }
    if Value.self == Double.self { return (value as? Double).map(\.description) }
    return nil
  }

  /// The text in quotes, truncated to what ``line(_:)`` would keep.
  private static func quoted(_ text: String) -> String {
    if text.utf8.count <= ValuePolicy.previewLimit { return "\"" + text + "\"" }
    return "\"" + String(text.unicodeScalars.prefix(ValuePolicy.previewLimit)) + "\""
  }

  /// One line of at most ``ValuePolicy/previewLimit`` characters that is safe to print.
  package static func line(_ text: String) -> String { Escaping.line(text, limit: ValuePolicy.previewLimit) }
}

/// A cache of the types' names, because `String(describing:)` of a type takes a microsecond.
private enum TypeNames {
  private static let known = Lock<[ObjectIdentifier: String]>([:], rank: psTypeNameLock)

  static func name(of type: Any.Type) -> String {
    if let name = known.withLock({ $0[ObjectIdentifier(type)] }) { return name }
    let name = Preview.line(String(describing: type))
    known.withLock { $0[ObjectIdentifier(type)] = name }
    return name
  }
}
