// Checked tests in a recording: a process of their own, which runs tests of this bundle with PROMISESCOPE.

import Foundation
import PromiseLog
import PromiseTrace
import TestSupport
import Testing

@Suite("recorded tests")
struct RecordedTestTests {
  @Test(
    "each checked test has a log of its own, without values unless they are asked for", arguments: ["off", "preview"])
  func logs(values: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "logs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "TraitTests/(passes|cases)"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PROMISESCOPE": folder.path + "/", "PROMISESCOPE_VALUES": values]
    ) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    expectEqual(process.terminationStatus, 0)
    var found: [(header: LogHeader, events: [Event])] = []
    var hasValues = false
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let log = try LogReader(path: folder.appending(path: name).path)
      let events = try log.allEvents()
      #expect(log.diagnostics.isEmpty && events.last?.kind == .ended)
      hasValues = hasValues || events.contains { $0.kind == .fulfilled && log.texts[$0.text] == "2" }
      found.append((log.header, events))
    }
    let test = found.filter { $0.header.program.hasSuffix(" passes()") }
    expectEqual(test.count, 1)
    expectEqual(test.first?.events.count { $0.kind == .created }, 2)
    expectEqual(test.first?.header.values.rawValue, values)
    expectEqual(found.count { $0.header.program.hasSuffix(" cases(_:)") }, 20)
    #expect(hasValues == (values == "preview"))
  }
}
