// Values and errors as one line of text. Called before a promise is settled, because a description is somebody else's code.

import CPromiseTrace
import PlainText

/// A type that says itself how it looks in a log.
///
/// Conform where `String(describing:)` is slow (it costs microseconds for a small struct) or tells too much.
public protocol PromisePreviewing {
  /// One short line; control characters are escaped and the line is cut by the caller.
  var promisePreview: String { get }
}

/// A value that stands in for another one and looks in the log as that one does.
package protocol PreviewStandIn: PromisePreviewing {
  /// What the log says, or nil where it says nothing.
  func preview(_ policy: ValuePolicy) -> String?
}

package enum Preview {
  /// What the log says of a fulfilment value, or nil where it says nothing (policy off, and `Void`).
  package static func text<Value>(of value: Value, policy: ValuePolicy) -> String? {
    switch policy {
    case .off: return nil
    case .type:
      if let standIn = value as? any PreviewStandIn { return standIn.preview(policy) }
      return Value.self == Void.self ? nil : TypeNames.name(of: type(of: value))
    case .preview: return Value.self == Void.self ? nil : describe(value).map(line)
    }
  }

  /// What the log says of an error: its type, which is the program's own word and no secret, and under ``ValuePolicy/preview`` its
  /// description.
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

  /// What needs no look at a type's conformances, which takes ten times as long as the text.
  @inline(__always)
  private static func describe<Value>(plain value: Value) -> String? {
    // Types are compared before anything is cast: a cast costs more.
    if Value.self == Int.self { return (value as? Int).map { String($0) } }
    if Value.self == String.self { return (value as? String).map(quoted) }
    if Value.self == Bool.self { return (value as? Bool).map { $0 ? "true" : "false" } }
    if Value.self == Double.self { return (value as? Double).map(\.description) }
    return nil
  }

  /// The text between quotes; no more of it than ``line(_:)`` would leave.
  private static func quoted(_ text: String) -> String {
    if text.utf8.count <= ValuePolicy.previewLimit { return "\"" + text + "\"" }
    return "\"" + String(text.unicodeScalars.prefix(ValuePolicy.previewLimit)) + "\""
  }

  /// One line of at most ``ValuePolicy/previewLimit`` characters that is safe to print.
  package static func line(_ text: String) -> String { Escaping.line(text, limit: ValuePolicy.previewLimit) }
}

/// The names of types as lines, made once each: `String(describing:)` of a type takes a microsecond.
private enum TypeNames {
  private static let known = Lock<[ObjectIdentifier: String]>([:], rank: psTypeNameLock)

  static func name(of type: Any.Type) -> String {
    if let name = known.withLock({ $0[ObjectIdentifier(type)] }) { return name }
    let name = Preview.line(String(describing: type))
    known.withLock { $0[ObjectIdentifier(type)] = name }
    return name
  }
}
