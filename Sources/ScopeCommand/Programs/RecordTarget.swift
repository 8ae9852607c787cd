// Where the logs of a recorded program go: a file, or a folder with a file for each process.

import ArgumentParser
import ChainAnalysis
import PlainText
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The logs of one recording.
struct RecordTarget {
  /// The log, or a folder with a slash at its end; an absolute path, because the program may go to another folder.
  let path: String
  private let given: String
  /// The value of `PROMISESCOPE_SINCE`, by which the logs of a recording are known: the time at which it started, different for each.
  private(set) var since = ""
  /// The logs that were there before the recording started.
  private var former: [String: FileStamp] = [:]
  private var headers = LogHeaders()
  /// The paths of the logs once they are compressed; nil until then.
  var compressed: [String]?
  /// Larger logs are not read again to report what they lack.
  private static let readingLimit: Int64 = 256 << 20

  /// Whether each process has a log in a folder.
  var isFolder: Bool { path.hasSuffix("/") }

  /// Checks that the logs can be written.
  ///
  /// - Parameters:
  ///   - given: The path of a file or of a folder: one that exists, or ends with a slash.
  ///   - replacesAll: Whether a file is replaced that is no log.
  /// - Throws: ``Failure`` if nothing can be created there, or the file is no log.
  init(_ given: String, replacesAll: Bool = false) throws {
    self.given = Escaping.line(given)
    var path = given
    if !path.hasPrefix("/") {
      guard let folder = getcwd(nil, 0) else {
        throw Failure(sentence: "can't write \(self.given): \(errorText()).", code: .notRecorded)
      }
      defer { free(folder) }
      path = "\(String(cString: folder))/\(given)"
    }
    var status = stat()
    let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    if kind == S_IFDIR, !path.hasSuffix("/") { path += "/" }
    self.path = path
    let folder = kind == S_IFDIR ? path : FolderListing.split(path).folder
    // A folder that does not exist is created with the first log.
    let isReachable = isFolder && kind == nil ? true : access(kind == nil || kind == S_IFDIR ? folder : path, W_OK) == 0
    guard isReachable else {
      throw Failure(sentence: "can't write \(self.given): \(errorText()).", code: .notRecorded)
    }
    if kind == S_IFREG, status.st_size > 0, !replacesAll,
      (try? Feed(.log(path: path), arguments: .parse([])).checked()) == nil
    {
      throw Failure(
        sentence: "\(self.given) is not a log, so it was not replaced: name another file, or replace it with --force.",
        code: .notRecorded)
    }
    begin()
  }

  /// Begins a recording: what was written before is not part of it.
  private mutating func begin() {
    let last = since
    repeat { since = RecordedEnvironment.since } while since == last
    headers = LogHeaders()
    former = Dictionary(
      candidates.compactMap { path in FileStamp(path: path).map { (path, $0) } }, uniquingKeysWith: { $1 })
  }

  /// Begins the next recording in the same place, once the former one is complete.
  ///
  /// A log that the next one would replace leaves its name first: what still reads or writes it keeps it, and nothing takes it for the next one.
  ///
  /// - Parameter start: Starts the program. If it throws, the former recording is as it was.
  func beginAgain(_ start: (RecordTarget) throws -> Void) throws {
    let (folder, name) = FolderListing.split(path)
    var status = stat()
    let aside =
      !isFolder && lstat(path, &status) == 0 && isRegular(status) ? "\(folder).\(name).\(getpid()).former" : nil
    if let aside { rename(path, aside) }
    do {
      var next = self
      next.begin()
      try start(next)
    } catch {
      if let aside { rename(aside, path) }
      throw error
    }
    if let aside { unlink(aside) }
  }

  /// Adds the end to the logs of a program that has just ended, and had no time to write that.
  func complete(after end: ChildProcess.End, of program: pid_t) {
    let time = wallClock()
    for log in logs { LogEnd.append(to: log, end, of: program, at: time) }
  }

  /// The logs that were written since the recording started: that at the path itself first.
  var logs: [String] { compressed ?? candidates.filter(isNew) }

  /// The files whose names are those of logs of this recording.
  private var candidates: [String] {
    let (folder, name) = isFolder ? (path, "") : FolderListing.split(path)
    let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    let names = FolderListing.names(in: folder).filter { other in
      if isFolder { return !other.hasPrefix(".") && other.hasSuffix(".ndjson") }
      return other == name || Self.isBeside(other, stem)
    }
    return names.sorted { ($0 == name) != ($1 == name) ? $0 == name : $0 < $1 }.map { folder + $0 }
  }

  /// Whether a name has a process ID behind those of a requested file: `run.77.ndjson`, `run.77.w2.ndjson`.
  private static func isBeside(_ name: String, _ stem: String) -> Bool {
    // Not the compressed form of a log, nor an unfinished one.
    guard name.hasPrefix(stem + "."), !name.hasSuffix(".gz"), !name.hasSuffix(".partial") else { return false }
    let parts = name.dropFirst(stem.count + 1).split(separator: ".")
    return parts.count > 1 && parts.contains { $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  /// The log of the recording that began last; nil if there is none yet.
  var newest: String? {
    guard isFolder else { return logs.first }
    return LogFolder(path)?.list.first { isNew($0.path) }?.path
  }

  /// Whether a file is a log of this recording, as its header says.
  ///
  /// Without that word in it, the log was created since the recording started; only the file at the path itself can also be an old one that is
  /// written again.
  private func isNew(_ path: String) -> Bool {
    guard let stamp = FileStamp(path: path), stamp != former[path] else { return false }
    let run = headers[path]?.run ?? ""
    return run.isEmpty ? former[path]?.isSameFile(as: stamp) != true || path == self.path : run == since
  }

  /// Reports on standard error where the logs are, what they lack, and that there are none.
  ///
  /// - Parameters:
  ///   - namesLogs: Whether several logs are named.
  ///   - withoutPromises: Returns what to report if there are no promises, given whether there is a log.
  func report(namesLogs: Bool = true, withoutPromises: (Bool) -> String) {
    var status = stat()
    // The reader of a pipe knows what it has received.
    if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return }
    let logs = logs
    if namesLogs, logs.count > 1 {
      let names = logs.prefix(5).map { Escaping.line(FolderListing.split($0).name) }
      let rest = logs.count > names.count ? [", and \(NumberText.grouped(logs.count - names.count)) more"] : []
      let place = isFolder ? given : Escaping.line(FolderListing.split(given).folder)
      complain(
        "\(NumberText.grouped(logs.count)) logs were written\(place.isEmpty ? "" : " to \(place)"): "
          + (names.joined(separator: ", ") + (rest.first ?? "")) + ".")
    }
    // Not a closure for `contains`: every log is examined.
    var (hasPromises, unrecorded) = (false, [String]())
    for log in logs where examine(log, &unrecorded) { hasPromises = true }
    if !hasPromises { complain(withoutPromises(!logs.isEmpty)) }
    if let sentence = Unrecorded.sentence(unrecorded) { complain("\(sentence).") }
  }

  /// Reads a log, reports its losses and its damage, and adds what its adapter could not see.
  private func examine(_ path: String, _ unrecorded: inout [String]) -> Bool {
    guard let feed = try? Feed(.log(path: path), arguments: .parse([])) else { return false }
    var status = stat()
    // A compressed log takes about a seventh of the space.
    let limitOnDisk = Self.readingLimit / (path.hasSuffix(".gz") ? 7 : 1)
    let isLarge = stat(path, &status) == 0 && Int64(status.st_size) > limitOnDisk
    var (lost, hasPromise, limit) = (UInt64(0), false, isLarge ? 10_000 : Int.max)
    var pump = EventPump(feed.source)
    while limit > 0, let events = pump.next() {
      for event in events {
        // A log with a limit may have lost how its promises were created.
        hasPromise = hasPromise || event.promise != 0
        if event.kind == .noted, event.promise == 0, unrecorded.count < 8,
          let reason = feed.source.texts[event.text].flatMap(LibraryNote.unrecorded), !unrecorded.contains(reason)
        {
          unrecorded.append(reason)
        }
        if event.kind == .lost { lost = lost.addingReportingOverflow(event.count).partialValue }
      }
      limit -= events.count
    }
    if pump.failure != nil { return hasPromise }
    try? feed.conclude(lost: lost, waits: false, hasNotices: false)
    return hasPromise
  }
}
