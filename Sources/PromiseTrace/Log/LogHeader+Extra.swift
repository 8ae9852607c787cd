// Members of the header that this version does not know, by name. Owns finding them in JSON without braces.

extension LogHeader {
  /// Sets a member of ``LogHeader/extra``; it then is the last one.
  ///
  /// - Parameters:
  ///   - name: Its name, which needs no escapes.
  ///   - value: Its value, as JSON.
  package mutating func setExtra(_ name: String, to value: String) {
    let others = Self.members(of: extra).filter { !$0.starts(with: "\"\(name)\"".utf8) }
    extra = (others.map { String(decoding: $0, as: UTF8.self) } + ["\"\(name)\":\(value)"]).joined(separator: ",")
  }

  /// The names of the members of ``LogHeader/extra``, without their escapes.
  var extraNames: Set<String> { extra.isEmpty ? [] : Set(Self.members(of: extra).map(Self.name)) }

  /// The name of a member; escapes of characters that no known name contains are left out.
  private static func name(of member: ArraySlice<UInt8>) -> String {
    var name: [UInt8] = []
    var rest = member.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\") else {
        name.append(byte)
        continue
      }
      guard let escape = rest.popFirst(), escape == UInt8(ascii: "u") else { continue }
      if let unit = UInt8(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) { name.append(unit) }
      rest = rest.dropFirst(4)
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The members of an object without its braces: the parts between commas that are in no text, array, or object.
  private static func members(of json: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(json.utf8)
    var members: [ArraySlice<UInt8>] = []
    var (start, depth, isText, isEscape) = (0, 0, false, false)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case _ where isEscape: isEscape = false
      case UInt8(ascii: "\\"): isEscape = isText
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        members.append(bytes[start..<index])
        start = index + 1
      default: break
      }
    }
    return start < bytes.count ? members + [bytes[start...]] : members
  }
}
