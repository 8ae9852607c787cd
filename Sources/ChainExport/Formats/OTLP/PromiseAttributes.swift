// The attributes that a program gave to its promises: the member `attributes` of a `created` event, which docs/event-log.md describes, and notes
// of the form `traceparent=…`. Owns reading them, and which values are accepted.

import PromiseTrace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum AttributeValue: Equatable, Decodable {
  case text(String)
  case whole(Int64)
  case real(Double)
  case flag(Bool)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? value.decode(Int64.self) {
      self = .whole(whole)
    } else if let real = try? value.decode(Double.self) {
      self = .real(real)
    } else {
      self = .text(try value.decode(String.self))
    }
  }
}

/// The attributes of one promise.
struct PromiseAttributes {
  /// The attributes, by key, without `traceparent`.
  var values: [String: AttributeValue] = [:]
  /// The span of another program that caused the promise.
  var parent: TraceParent?

  /// Reads the attributes of an event; nil if it has none.
  init?(_ event: Event, _ texts: TextTable) {
    switch event.kind {
    case .created: guard let extra = texts[event.extra], read(members: extra) else { return nil }
    case .noted:
      guard let text = texts[event.text], let separator = text.firstIndex(where: { $0 == "=" || $0 == ":" }),
        text[..<separator].lowercased() == "traceparent",
        let found = TraceParent(String(text[text.index(after: separator)...].drop { $0 == " " }))
      else { return nil }
      parent = found
    default: return nil
    }
  }

  /// Reads the members of an event that its log's version does not define; returns whether there are attributes among them.
  private mutating func read(members: String) -> Bool {
    struct Extra: Decodable {
      struct Values: Decodable {
        var values: [String: AttributeValue] = [:]

        init(from decoder: any Decoder) throws {
          let members = try decoder.container(keyedBy: Key.self)
          // Lists and objects are left out: OTLP has them, but few backends show them.
          for key in members.allKeys {
            values[key.stringValue] = try? members.decode(AttributeValue.self, forKey: key)
          }
        }
      }

      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }

      var attributes: Values?
    }
    guard members.contains("\"attributes\""),
      let extra = try? JSONDecoder().decode(Extra.self, from: Data("{\(members)}".utf8)),
      let found = extra.attributes?.values, !found.isEmpty
    else { return false }
    values = found
    if case .text(let text) = values.removeValue(forKey: "traceparent") { parent = TraceParent(text) }
    return true
  }
}

/// A span of another program: the header `traceparent`, as W3C's Trace Context defines it.
struct TraceParent: Equatable {
  /// 32 and 16 lowercase hexadecimal digits, not all of them 0.
  var trace: String
  var span: String

  /// Reads `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`; nil if the text has another form.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    // A higher version may have more parts. Version ff is invalid.
    guard parts.count >= 4, parts[0] == "00" ? parts.count == 4 : parts[0] != "ff" else { return nil }
    let isHex = parts[..<4].allSatisfy { part in
      part.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
    }
    guard isHex, parts[..<4].map(\.utf8.count) == [2, 32, 16, 2], parts[1].contains(where: { $0 != "0" }),
      parts[2].contains(where: { $0 != "0" })
    else { return nil }
    (trace, span) = (parts[1], parts[2])
  }
}
