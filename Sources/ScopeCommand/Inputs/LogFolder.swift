// A folder of logs, such as `PROMISESCOPE=logs/` writes. Owns which files are its logs, and their order. Does not read them.

import CFileTimes
import DemoCatalog
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder whose logs are a source together.
struct LogFolder: Sendable {
  /// A log of the folder.
  struct Log: Sendable, Equatable {
    /// Its path, which starts with that of the folder as given.
    var path: String
    /// Its name in the folder.
    var name: String
    var bytes: Int64
    /// When it was last written, in nanoseconds since 1970.
    var modified: Int64
  }

  /// The endings of a log's name.
  static let endings = [".ndjson", ".ndjson.gz"]
  /// The time for which a file that was just written counts as being written now, in nanoseconds.
  ///
  /// A recording writes at least every ten seconds, also while its program hangs.
  private static let fresh: Int64 = 11_000_000_000

  /// The folder as given, with a slash at its end.
  let path: String

  /// Resolves a word; nil unless it names a folder, and no scenario.
  init?(_ word: String) {
    var status = stat()
    guard word != "-", ScenarioCatalog.named(word) == nil, stat(word, &status) == 0, status.st_mode & S_IFMT == S_IFDIR
    else { return nil }
    path = word.hasSuffix("/") ? word : word + "/"
  }

  /// Its logs, newest first.
  ///
  /// The newest is the one that was written last; among those that are being written now, the one that was created last.
  ///
  /// - Throws: ``Failure`` if the folder can't be read, or has no log.
  func logs() throws -> [Log] {
    let (found, error) = read()
    guard found.isEmpty else { return found }
    guard error == 0 else {
      throw Failure(sentence: "can't read \(Escaping.line(path)): \(String(cString: strerror(error))).")
    }
    let names = Self.endings.map { "*" + $0 }.joined(separator: " or ")
    throw Failure(
      sentence:
        "\(Escaping.line(path)) has no log: expected \(names) in it, which PROMISESCOPE=\(Escaping.line(path)) writes.")
  }

  /// Its logs, newest first; none if it can't be read.
  var list: [Log] { read().logs }

  /// Whether it can be read, and has no log yet.
  var isEmpty: Bool { read() == ([], 0) }

  /// Its logs in the order of their names, in which numbers count as such.
  func logsByName() throws -> [Log] {
    try logs().map { (Self.parts(of: $0.name), $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  /// The logs of a folder in the order of their names; the word itself for any other source, and for a folder without a log, which its reader
  /// reports.
  static func logs(of word: String) -> [String] {
    (try? LogFolder(word)?.logsByName().map(\.path)) ?? [word]
  }

  /// The log, if it is the only one.
  ///
  /// - Throws: ``Failure`` if there are several, which names the newest; the errors of ``logs()``.
  func onlyLog() throws -> Log {
    let all = try logs()
    guard all.count > 1 else { return all[0] }
    throw Failure(
      sentence:
        "\(Escaping.line(path)) has \(NumberText.grouped(all.count)) logs: expected one of them, such as the newest, "
        + "\(Escaping.line(all[0].path)).")
  }

  private func read() -> (logs: [Log], error: Int32) {
    var (status, found, now) = (stat(), [(log: Log, order: (Int, Int64))](), timespec())
    clock_gettime(CLOCK_REALTIME, &now)
    let present = Int64(now.tv_sec) * 1_000_000_000
    let names = FolderListing.names(in: path)
    let error = errno
    for name in names where !name.hasPrefix(".") && Self.endings.contains(where: name.hasSuffix) {
      let path = path + name
      // Not a FIFO or a device, which could keep the others waiting.
      guard stat(path, &status) == 0, isRegular(status) else { continue }
      let modified = modificationTime(status)
      let order =
        abs(modified - present) <= Self.fresh ? (1, fileCreationTime(path)) : (modified > present ? 2 : 0, modified)
      found.append((Log(path: path, name: name, bytes: Int64(status.st_size), modified: modified), order))
    }
    found.sort { ($0.order.0, $0.order.1, $0.log.name) > ($1.order.0, $1.order.1, $1.log.name) }
    return (found.map(\.log), error)
  }

  /// A part of a name: numbers compare as numbers, and a name precedes those that it starts.
  private enum Part: Comparable {
    case number(length: Int, digits: String)
    case text(String)
  }

  private static func parts(of name: String) -> [Part] {
    let ending = endings.first(where: name.hasSuffix) ?? ""
    var parts: [Part] = []
    var rest = name.dropLast(ending.count)[...]
    while let first = rest.first {
      let isNumber = first.isASCII && first.isNumber
      let part = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
      rest = rest.dropFirst(part.count)
      let digits = part.drop { $0 == "0" }
      parts.append(isNumber ? .number(length: digits.count, digits: String(digits)) : .text(String(part)))
    }
    return parts + [.text(ending)]
  }
}
