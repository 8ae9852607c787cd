// Runs a shell script with the recorded program in a temporary folder.

import Foundation
import PromiseLog

/// The results of a script, whose folder is there as long as this object.
final class Shell {
  let folder: String
  /// The script's standard output and standard error.
  private(set) var output = ""
  private(set) var errors = ""
  private(set) var code: Int32 = 0

  /// Runs a script to its end; `$P` is the recorded program.
  ///
  /// - Parameter script: A script for `sh`, which runs in a new folder. After a minute, it is stopped with code 124.
  /// - Throws: An error if it can't be started.
  init(_ script: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "60", "sh", "-c", script]
    process.currentDirectoryURL = URL(filePath: folder)
    var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PROMISESCOPE") }
    variables["P"] = program
    process.environment = variables
    // Uses files, because a pipe would have to be read meanwhile, and a leftover process would keep it open.
    for (name, handle) in [("out", \Process.standardOutput), ("err", \Process.standardError)] {
      _ = FileManager.default.createFile(atPath: "\(folder)/.\(name)", contents: nil)
      process[keyPath: handle] = FileHandle(forWritingAtPath: "\(folder)/.\(name)")
    }
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    code = process.terminationStatus
    output = try text(".out")
    errors = try text(".err")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
  }

  /// The names of the logs, sorted, with process ids replaced by `PID`.
  var logs: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix("ndjson") }.map { $0.replacing(/\.[0-9]+\./, with: ".PID.") }.sorted()
  }

  /// The log with a name in which `PID` stands for any process id.
  func log(_ name: String) throws -> Log {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let found = names.first { $0 == name || $0.replacing(/\.[0-9]+\./, with: ".PID.") == name }
    return try Log(path: "\(folder)/\(try #require(found, "\(name) among \(names)"))")
  }
}

/// A log's events and diagnostics.
struct Log {
  let events: [Event]
  let header: LogHeader
  let diagnostics: [LogDiagnostic]
  let texts: TextTable

  init(path: String) throws {
    let reader = try LogReader(path: path)
    var events: [Event] = []
    while try reader.read(into: &events, limit: 4_096) == .more {}
    (self.events, header, diagnostics, texts) = (events, reader.header, reader.diagnostics, reader.texts)
  }

  /// The number of events of a kind.
  func count(_ kind: EventKind) -> Int { events.count { $0.kind == kind } }
  /// The number of missing events that the log reports.
  var lost: UInt64 { events.reduce(0) { $0 + $1.count } }
  /// The number of events that promises emitted, including missing ones.
  var emitted: UInt64 { UInt64(events.count { ![.lost, .alive, .ended].contains($0.kind) }) + lost }
  /// Whether the log ends with `ended`.
  var isEnded: Bool { events.last?.kind == .ended }
}

/// Whether a sanitizer is linked, which needs memory and address space of its own.
let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

/// Locates the recorded program, which is built into the same folder as the test bundle.
let program: String = {
  #if os(Linux)
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  #else
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? ""
  #endif
  return URL(filePath: bundle).deletingLastPathComponent().appending(path: "RecordedProgram").path
}()
