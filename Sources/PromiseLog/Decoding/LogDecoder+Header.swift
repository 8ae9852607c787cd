// Decoding of a log's first line. Owns the check that it is a PromiseScope log of a version that can be read.

import PromiseTrace

/// A member of the header.
///
/// The numbers differ from those of event members with a syntax of their own (`site`, `handles`).
enum HeaderMember: UInt8, CaseIterable {
  case schema = 16
  case version, unit, started, program, pid, sourceRoot, values, seed, pidNamespace, runtime, adapter, argv, thread,
    run,
    snapshot

  var name: StaticString {
    switch self {
    case .schema: "schema"
    case .version: "version"
    case .unit: "unit"
    case .started: "started"
    case .program: "program"
    case .pid: "pid"
    case .sourceRoot: "sourceRoot"
    case .values: "values"
    case .seed: "seed"
    case .pidNamespace: "pidNamespace"
    case .runtime: "runtime"
    case .adapter: "adapter"
    case .argv: "argv"
    case .thread: "thread"
    case .run: "run"
    case .snapshot: "snapshot"
    }
  }

  static let names = LogWordTable(allCases.map { ($0.name, $0.rawValue) })
}

extension LogDecoder {
  private enum HeaderProblem: Error {
    case newer(Int)
    case malformed
  }

  func header(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) throws(LogError) -> LogHeader {
    do {
      return try header(parsing: start, end)
    } catch .newer(let found) {
      throw .newerVersion(found: found, supported: LogHeader.currentVersion)
    } catch {
      throw .notALog(found: Self.beginning(of: UnsafeBufferPointer(start: start, count: end - start)))
    }
  }

  private func header(
    parsing start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(HeaderProblem) -> LogHeader {
    let found: LogMemberSet
    do { found = try scan(start, end, HeaderMember.names) } catch { throw .malformed }
    func value(_ member: HeaderMember) -> LogValue? {
      found.bits >> UInt64(member.rawValue) & 1 != 0 ? values[Int(member.rawValue)] : nil
    }
    guard value(.schema).flatMap(headerText) == LogHeader.schema, let version = value(.version),
      version.shape == .integer, version.number >= 1
    else { throw .malformed }
    if version.number > UInt64(LogHeader.currentVersion) { throw .newer(Int(clamping: version.number)) }
    if let unit = value(.unit), headerText(unit) != "ns" { throw .malformed }

    var header = LogHeader()
    header.version = Int(version.number)
    var pieces = unknown
    for member in HeaderMember.allCases {
      if let value = value(member), !store(member, value, into: &header) {
        pieces.append(Piece(start: value.member, end: value.memberEnd))
      }
    }
    pieces.sort { $0.start < $1.start }
    header.extra = pieces.map {
      String(decoding: UnsafeBufferPointer(start: $0.start, count: $0.end - $0.start), as: UTF8.self)
    }.joined(separator: ",")
    return header
  }

  /// Stores a member's value; returns whether it is valid.
  private func store(_ member: HeaderMember, _ value: LogValue, into header: inout LogHeader) -> Bool {
    switch (member, value.shape) {
    case (.schema, _), (.version, _), (.unit, _): break
    case (.pid, .integer): header.pid = Int32(clamping: value.number)
    case (.pid, .negativeInteger): header.pid = Int32(clamping: -Int64(clamping: value.number))
    case (.seed, .integer): header.seed = value.number
    case (.seed, .null): header.seed = nil
    case (.thread, .integer): header.thread = value.number
    case (.argv, .array):
      guard let arguments = headerTexts(value) else { return false }
      header.arguments = arguments
    default:
      guard let text = headerText(value) else { return false }
      switch member {
      case .started: header.started = text
      case .program: header.program = Self.shown(text)
      case .pidNamespace: header.pidNamespace = text
      case .sourceRoot: header.sourceRoot = text
      case .runtime: header.runtime = Self.shown(text)
      case .adapter: header.adapter = Self.shown(text)
      case .run: header.run = text
      case .snapshot: header.snapshot = text
      case .values:
        guard let policy = ValuePolicy(rawValue: text) else { return false }
        header.values = policy
      default: return false
      }
    }
    return true
  }

  private func headerText(_ value: LogValue) -> String? {
    guard value.isText else { return nil }
    guard value.shape == .escapedText else { return string(value) }
    scratch.reserve(value.end - value.start)
    let end = LogText.unescape(value.start, value.end, into: scratch.start)
    return String(decoding: UnsafeBufferPointer(start: scratch.start, count: end - scratch.start), as: UTF8.self)
  }

  /// A text as far as a view can show it.
  private static func shown(_ text: String) -> String {
    guard text.utf8.count > LogTextCache.mostShown else { return text }
    return Array(text.utf8).withUnsafeBufferPointer { String(decoding: LogTextCache.shortened($0), as: UTF8.self) }
  }

  /// The elements of an array, which the scanner has validated; nil if one of them is not a text.
  private func headerTexts(_ list: LogValue) -> [String]? {
    var texts: [String] = []
    var element = list
    var scanner = LogScanner(list.start + 1, end: list.end, nesting: nesting)
    scanner.skipSpace()
    while scanner.cursor.pointee != 0x5D {
      guard (try? scanner.value(&element)) != nil, let text = headerText(element) else { return nil }
      texts.append(text)
      scanner.skipSpace()
      if scanner.cursor.pointee == 0x2C { scanner.cursor += 1 }
      scanner.skipSpace()
    }
    return texts
  }

  /// The first characters of an invalid header, quoted for a message.
  private static func beginning(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    var quoted: [UInt8] = []
    LogEncoder.quote(String(String(decoding: bytes.prefix(80), as: UTF8.self).prefix(40)), into: &quoted)
    return String(decoding: quoted, as: UTF8.self)
  }
}
