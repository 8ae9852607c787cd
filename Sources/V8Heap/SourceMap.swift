// The map from compiled code to its sources, version 3, as TypeScript, Babel, and bundlers write it.

/// Where the code of a script comes from.
struct SourceMap {
  private struct Segment {
    /// From 0, in the compiled and in the source file.
    let column, source, line: Int
  }

  private var sources: [String] = []
  private var lines: [[Segment]] = []

  /// Reads a map.
  ///
  /// - Parameters:
  ///   - json: The map. What is no such map has no positions.
  ///   - folder: The folder that its sources are relative to, with a slash at the end.
  init(_ json: [UInt8], in folder: String) {
    var scanner = MemberScanner(bytes: json)
    let members = scanner.members(["sources", "sourceRoot", "mappings"])
    var root = members["sourceRoot"]?.first ?? ""
    if !root.isEmpty, !root.hasSuffix("/") { root += "/" }
    sources = (members["sources"] ?? []).map { Self.resolve(root + $0, in: folder) }
    read(members["mappings"]?.first ?? "")
  }

  /// The file and the line, from 1, of a position in the compiled code; nil if the map does not have it.
  func origin(line: Int, column: Int) -> (file: String, line: Int)? {
    guard lines.indices.contains(line - 1), let found = lines[line - 1].last(where: { $0.column <= column }),
      sources.indices.contains(found.source), found.line >= 0
    else { return nil }
    return (sources[found.source], found.line + 1)
  }

  /// The mapping of each line, as differences of numbers in base 64, five bits to a digit.
  private mutating func read(_ mappings: String) {
    var (source, sourceLine) = (0, 0)
    var (column, field, value, shift) = (0, 0, 0, 0)
    var hasSource = false
    var segments: [Segment] = []
    func finish() {
      if hasSource { segments.append(Segment(column: column, source: source, line: sourceLine)) }
      (field, value, shift, hasSource) = (0, 0, 0, false)
    }
    for byte in mappings.utf8 {
      switch byte {
      case UInt8(ascii: ","): finish()
      case UInt8(ascii: ";"):
        finish()
        lines.append(segments)
        (segments, column) = ([], 0)
      default:
        guard let digit = Base64.value(byte), shift <= 30 else { return }
        value |= (digit & 31) << shift
        shift += 5
        guard digit & 32 == 0 else { continue }
        let difference = value & 1 == 1 ? -(value >> 1) : value >> 1
        switch field {
        case 0: column &+= difference
        case 1: source &+= difference
        case 2:
          sourceLine &+= difference
          hasSource = true
        default: break
        }
        (field, value, shift) = (field + 1, 0, 0)
      }
    }
    finish()
    lines.append(segments)
  }

  /// A path without `..`; a URL other than that of a file is kept.
  static func resolve(_ path: String, in folder: String) -> String {
    let path = path.hasPrefix("file://") ? String(path.dropFirst(7)) : path
    guard !path.contains("://") else { return path }
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : folder + path).split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}

/// Text as six bits to a letter.
enum Base64 {
  static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    var (bytes, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    for value in text.lazy.compactMap(value) {
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }
}

/// Finds texts, and lists of texts, in the outermost object of a JSON text.
private struct MemberScanner {
  let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func members(_ names: Set<String>) -> [String: [String]] {
    var found: [String: [String]] = [:]
    var (depth, name, isName) = (0, "", true)
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1: isName = false
      case UInt8(ascii: ",") where depth == 1: isName = true
      case UInt8(ascii: "\""):
        let isWanted = names.contains(name) && !isName && depth <= 2
        let text = text(isKept: isWanted || isName && depth == 1)
        if isName, depth == 1 { name = text } else if isWanted { found[name, default: []].append(text) }
      default: break
      }
    }
    return found
  }

  /// The rest of a text; paths and mappings have no escapes but those of slashes and quotes.
  private mutating func text(isKept: Bool) -> String {
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") { index += 1 }
      if isKept, index < bytes.count { text.append(bytes[index]) }
      index += 1
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }
}
