// The samples in docs/exports.md are what `pscope` writes: a comment in front of each says the command.
// PROMISESCOPE_UPDATE_GOLDEN=1 writes them.

@Suite struct ExportSamplesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs")

  @Test func theSamplesAreWhatTheCommandWrites() async throws {
    let page = Self.folder.appending(path: "exports.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    var written: [String] = []
    var index = 0
    var samples = 0
    while index < lines.count {
      let line = String(lines[index])
      written.append(line)
      index += 1
      guard line.hasPrefix("<!-- pscope "), line.hasSuffix(" -->") else { continue }
      let command = line.dropFirst("<!-- pscope ".count).dropLast(" -->".count)
      let outcome = try await run(["sh", "-c", "'\(binary)' \(command)"])
      expectEqual(outcome.code, 0, "\(command): \(outcome.errors)")
      written.append(String(lines[index]))
      index += 1
      let end = try #require(lines[index...].firstIndex(of: "```"))
      let sample = lines[index..<end].map { "\($0)\n" }.joined()
      if ProcessInfo.processInfo.environment["PROMISESCOPE_UPDATE_GOLDEN"] == nil {
        expectEqual(sample, outcome.text, "\(command)")
      }
      written += outcome.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      index = end
      samples += 1
    }
    #expect(samples >= 8)
    guard ProcessInfo.processInfo.environment["PROMISESCOPE_UPDATE_GOLDEN"] != nil else { return }
    try written.joined(separator: "\n").write(to: page, atomically: true, encoding: .utf8)
  }
}
