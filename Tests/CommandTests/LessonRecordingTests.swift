// The logs that lessons carry are what `scripts/record-lessons` records of their programs.

@Suite struct LessonRecordingTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path

  @Test(.enabled(if: hasNode)) func aRecordingOfEachProgramIsTheLogThatItsLessonPlays() async throws {
    let folder = try Folder()
    let outcome = try await run(["env", "OUT=\(folder.path)", Self.root + "/scripts/record-lessons", binary])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let names = try folder.names().filter { $0.hasSuffix(".ndjson") }
    #expect(names.count >= 10)
    for name in names {
      let carried = try String(contentsOfFile: "\(Self.root)/demos/Lessons/Files/\(name)", encoding: .utf8)
      let recorded = String(decoding: try folder.read(name), as: UTF8.self)
      // The header has the version of Node; a busy machine is late.
      let events = { (log: String) in
        log.split(separator: "\n").dropFirst().map { $0.replacing(#/"t":[0-9]+/#, with: "") }
      }
      expectEqual(events(recorded), events(carried), "\(name)")
      let program = try String(
        contentsOfFile: "\(Self.root)/demos/Lessons/Programs/\(name.replacing(".ndjson", with: ".js"))", encoding: .utf8
      )
      let code = try #require(try Self.quoted(program))
      #expect(carried.contains(code), "\(name) has the code")
    }
  }

  private static func quoted(_ text: String) throws -> String? {
    let array = try JSONSerialization.data(withJSONObject: [text], options: .withoutEscapingSlashes)
    return String(String(decoding: array, as: UTF8.self).dropFirst().dropLast())
  }
}
