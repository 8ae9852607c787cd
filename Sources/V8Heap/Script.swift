// A script of a heap, and where its positions are: in the files that its source map names, if it has one.

/// A script, with the text that V8 compiled.
struct Script {
  /// A path, or a name such as `node:internal/timers`.
  let file: String
  let text: [UInt16]
  /// Where each line but the first begins.
  private let lines: [Int]
  private let map: SourceMap?

  var isInternal: Bool { file.hasPrefix("node:") }

  /// - Parameter read: Reads a file that the script names as its source map.
  init(file: String, text: [UInt16], _ read: (String) -> [UInt8]?) {
    (self.file, self.text) = (file, text)
    var lines: [Int] = []
    for (index, unit) in text.enumerated() where unit == 0x0A { lines.append(index + 1) }
    self.lines = lines
    map = Self.map(of: file, text, lines, read)
  }

  /// The file and the line, from 1, of a position.
  func place(at position: Int) -> (file: String, line: Int) {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] <= position { low = middle + 1 } else { high = middle }
    }
    let column = position - (low == 0 ? 0 : lines[low - 1])
    return map?.origin(line: low + 1, column: column) ?? (file, low + 1)
  }

  /// The map that one of the last lines names, or contains.
  private static func map(
    of file: String, _ text: [UInt16], _ lines: [Int], _ read: (String) -> [UInt8]?
  ) -> SourceMap? {
    guard !file.hasPrefix("node:") else { return nil }
    let mark = Array("//# sourceMappingURL=".utf16)
    for start in ([0] + lines.suffix(4)).reversed() where text[start...].starts(with: mark) {
      let name = text[(start + mark.count)...].prefix { $0 > 0x20 }
      let folder = String(file[...(file.lastIndex(of: "/") ?? file.startIndex)])
      let data = Array("data:".utf16)
      if name.starts(with: data) {
        guard let comma = name.firstIndex(of: 0x2C) else { return nil }
        let letters = name[(comma + 1)...].lazy.map { UInt8(truncatingIfNeeded: $0) }
        return SourceMap(Base64.decode(letters), in: folder)
      }
      let path = SourceMap.resolve(String(decoding: name, as: UTF16.self), in: folder)
      return read(path).map { SourceMap($0, in: String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])) }
    }
    return nil
  }
}
