// A program that is run again, however its former run ended: only what the new run writes is shown as the new run.

import ChainScreen
import PlainText
import PromiseTrace

@testable import pscope

@Suite struct RunAgainTests {
  /// A log as the process of a recording writes it.
  private func header(_ target: RecordTarget?) -> String {
    let run = target.map { #","run":"\#($0.since)""# } ?? ""
    return #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-01-01T00:00:00.000Z","pid":7\#(run)}"#
      + "\n"
  }

  @Test func aLogBelongsToTheRecordingThatItNames() throws {
    let folder = try Folder()
    let log = try folder.write("run.ndjson", header(nil))
    let tomorrow: [FileAttributeKey: Any] = [.modificationDate: Date.now + 86_400]
    // Whatever its time says.
    try FileManager.default.setAttributes(tomorrow, ofItemAtPath: log)
    let first = try RecordTarget(log)
    expectEqual(first.logs, [])
    _ = try folder.write("run.ndjson", header(first))
    expectEqual(first.logs, [log])
    try first.beginAgain { second in
      // What still has it open keeps it, but its name is free.
      expectEqual(try folder.names().filter { !$0.hasPrefix(".") }, [])
      _ = try folder.write("run.ndjson", header(first))
      expectEqual(second.logs, [])
      expectEqual(rename(try folder.write("new", header(second)), log), 0)
      let beside = try folder.write("run.8.ndjson", header(nil))
      _ = try folder.write("run.9.ndjson", header(first))
      expectEqual(second.logs, [log, beside])
    }
    #expect(throws: CocoaError.self) { try first.beginAgain { _ in throw CocoaError(.fileNoSuchFile) } }
    try expectEqual(folder.names(), ["run.8.ndjson", "run.9.ndjson", "run.ndjson"])
    let (logs, old) = (try RecordTarget(folder.path), folder.file("run.9.ndjson"))
    _ = try folder.write("run.9.ndjson", header(nil) + header(nil))
    expectEqual(logs.logs, [])
    try FileManager.default.removeItem(atPath: old)
    _ = try folder.write("run.9.ndjson", header(nil))
    expectEqual(logs.logs.map { URL(filePath: $0).lastPathComponent }, ["run.9.ndjson"])
  }

  @Test func theThirdWishKillsTheProgramAndRunsItAgain() async throws {
    let folder = try Folder()
    try await blocking {
      let program = WatchedProgram(try RecordTarget(folder.file("logs/")), language: .english, cleanUp: {}) { target in
        let text = ["sh", "-c", "trap '' TERM; sleep 100 & wait"]
        let words: [UnsafeMutablePointer<CChar>?] = text.map { strdup($0) }
        defer { for word in words { free(word) } }
        return try ChildProcess("/bin/sh", words, variables: ["PROMISESCOPE": target.path])
      }
      try program.begin()
      defer { program.stop() }
      expectEqual(try program.again()?.text(in: .english), "Still running: run again to end it.")
      expectEqual(try program.again()?.text(in: .english), "Asked to end: run again when it has.")
      #expect(try program.again() == nil)
      #expect(program.run == 1 && !program.hasEnded)
    }
  }

  @Test func theEndOfARunIsNotThatOfTheNext() async throws {
    let folder = try Folder()
    try await blocking {
      let program = WatchedProgram(try RecordTarget(folder.file("logs/")), language: .english, cleanUp: {}) { target in
        let text = ["sh", "-c", "touch '\(folder.path)/'$$; exec sleep 100"]
        let words: [UnsafeMutablePointer<CChar>?] = text.map { strdup($0) }
        defer { for word in words { free(word) } }
        return try ChildProcess("/bin/sh", words, variables: ["PROMISESCOPE": target.path])
      }
      try program.begin()
      defer { program.stop() }
      for run in 0...20 {
        // Also in the moment after the process is gone and before its end is known.
        while try run > 0 && program.again() != nil {}
        expectEqual(program.run, run)
        #expect(!program.hasEnded)
        expectEqual(program.output { LogHeader() }().map(\.text), [])
        let deadline = ContinuousClock.now + .seconds(30)
        while try folder.names().count <= run, ContinuousClock.now < deadline {}
        #expect(!program.hasEnded)
      }
    }
  }
}
