// The logs that the processes and threads of one run wrote into a folder. Owns which logs belong together. `MergedLogs` joins them.

import PlainText
import PromiseLog
import PromiseTrace
import Synchronization

/// The logs of one run.
///
/// Any thread may call any member.
final class RunLogs: Sendable {
  /// What their headers have in common.
  private let run: String
  /// Finds all logs that may belong to it.
  private let candidates: @Sendable () -> [String]
  private let headers = LogHeaders()
  /// The largest number of logs that are joined.
  private static let limit = 1_000

  /// The run that a log belongs to; nil if it does not say.
  ///
  /// - Parameters:
  ///   - path: The log.
  ///   - candidates: Returns the paths of the logs that may belong to the same run.
  init?(of path: String, among candidates: @escaping @Sendable () -> [String]) {
    guard let run = headers[path]?.run, !run.isEmpty else { return nil }
    (self.run, self.candidates) = (run, candidates)
  }

  /// The run whose logs are all that a folder has; nil if they are of several runs.
  convenience init?(_ folder: LogFolder) {
    let paths = folder.list.map(\.path)
    guard paths.count > 1, paths.count <= Self.limit, let first = paths.first, !paths.contains(where: GzipPipe.isGzip)
    else { return nil }
    self.init(of: first) { folder.list.map(\.path) }
    guard paths.allSatisfy({ headers[$0]?.run == run }) else { return nil }
  }

  /// The number of other logs of its run that lie beside a log; nil if there is none.
  static func others(of path: String) -> Int? {
    guard let folder = LogFolder(parentFolder(of: path)),
      let run = RunLogs(of: path, among: { folder.list.map(\.path) })
    else { return nil }
    // A copy of a log has its header.
    var known: [LogHeader] = []
    for header in run.paths.compactMap({ run.headers[$0] }) where !known.contains(header) { known.append(header) }
    return known.count > 1 ? known.count - 1 : nil
  }

  /// Its logs: without those of programs such as npm, whose only task was to start the others.
  ///
  /// A log that has no header yet is left out.
  var paths: [String] {
    var known: [(path: String, header: LogHeader)] = []
    for path in candidates() where known.count < Self.limit {
      if let header = headers[path], header.run == run { known.append((path, header)) }
    }
    let others = known.filter { !Self.isRunner($0.header) }
    return (others.isEmpty ? known : others).map(\.path)
  }

  /// Programs of Node that run the programs of a project.
  static let runners: Set = ["npm", "npx", "yarn", "pnpm", "pnpx", "corepack"]

  private static func isRunner(_ header: LogHeader) -> Bool {
    let name = header.program.hasSuffix("-cli") ? String(header.program.dropLast(4)) : header.program
    return !header.runtime.isEmpty && runners.contains(name)
  }
}

/// The headers of logs, each of which is read once: while a run is followed, its logs are listed 20 times a second.
final class LogHeaders: Sendable {
  private let known = Mutex<[String: (file: FileIdentity, header: LogHeader)]>([:])

  /// The header of a log; nil while it has none.
  subscript(path: String) -> LogHeader? {
    guard let file = FileIdentity(path: path) else { return nil }
    if let (known, header) = known.withLock({ $0[path] }), known == file { return header }
    var events: [Event] = []
    guard let reader = try? LogReader(path: path, follow: true),
      (try? reader.read(into: &events, limit: 1)) != nil, reader.header != LogHeader()
    else { return nil }
    known.withLock { $0[path] = (file, reader.header) }
    return reader.header
  }
}
