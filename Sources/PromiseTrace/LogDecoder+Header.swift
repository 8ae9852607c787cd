// A log's first line: is it one of ours, and can this version read it?

extension LogDecoder {
  /// Reads the first line.
  mutating func header(_ bytes: UnsafeBufferPointer<UInt8>) throws(LogError) -> LogHeader {
    do {
      return try header(parsing: bytes)
    } catch .newer(let found) {
      throw .newerVersion(found: found, supported: LogHeader.currentVersion)
    } catch {
      throw .notALog(found: Self.beginning(of: bytes))
    }
  }

  private enum HeaderProblem: Error {
    case newer(Int)
    case malformed
  }

  private mutating func header(parsing bytes: UnsafeBufferPointer<UInt8>) throws(HeaderProblem) -> LogHeader {
    var line = LogLine(bytes)
    do { try line.members(into: &members) } catch { throw .malformed }
    func find(_ key: StaticString) -> LogLine.Member? { members.last { Self.key(of: $0, in: bytes, is: key) } }
    guard let schema = find("schema"), text(schema, bytes) == LogHeader.schema,
      let version = find("version"), let number = Self.unsigned(version, bytes), number >= 1
    else { throw .malformed }
    if number > UInt64(LogHeader.currentVersion) { throw .newer(Int(clamping: number)) }

    var header = LogHeader()
    header.version = Int(number)
    var extra: [String] = []
    for member in members {
      func isKey(_ key: StaticString) -> Bool { Self.key(of: member, in: bytes, is: key) }
      if isKey("schema") || isKey("version") { continue }
      if isKey("unit") {
        guard text(member, bytes) == "ns" else { throw .malformed }
      } else if isKey("started"), let text = text(member, bytes) {
        header.started = text
      } else if isKey("program"), let text = text(member, bytes) {
        header.program = text
      } else if isKey("pid"), let pid = Self.signed(member, bytes) {
        header.pid = Int32(clamping: pid)
      } else if isKey("sourceRoot"), let text = text(member, bytes) {
        header.sourceRoot = text
      } else if isKey("values"), let values = text(member, bytes).flatMap(ValuePolicy.init(rawValue:)) {
        header.values = values
      } else if isKey("seed"), member.type == .null {
        header.seed = nil
      } else if isKey("seed"), let seed = Self.unsigned(member, bytes) {
        header.seed = seed
      } else {
        extra.append(Self.raw(member, bytes))
      }
    }
    header.extra = extra.joined(separator: ",")
    return header
  }

  /// The first characters of what is no header, fit for a message.
  private static func beginning(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    var quoted: [UInt8] = []
    quoted.putQuoted(String(String(decoding: bytes.prefix(80), as: UTF8.self).prefix(40)))
    return String(decoding: quoted, as: UTF8.self)
  }
}
