// The pictures of the screen in README.md and docs are what `pscope` draws. `make pictures` draws them again.

private let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path

@Suite struct PictureTests {
  @Test func noPictureIsStale() async throws {
    let outcome = try await run([root + "/scripts/pictures", "--check", binary])
    expectEqual(outcome.code, 0, "\(outcome.errors)")
  }

  @Test(arguments: [("README.md", "find-the-fault-live.svg"), ("README.zh.md", "find-the-fault-live.zh.svg")])
  func theReadmeShowsTheScreen(page: String, picture: String) throws {
    let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
    #expect(text.contains("](docs/pictures/\(picture))"))
    #expect(FileManager.default.fileExists(atPath: "\(root)/docs/pictures/\(picture)"))
  }

  @Test func aStalePictureIsReportedAndDrawnAgain() async throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.file("scripts"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: root + "/scripts/pictures", toPath: folder.file("scripts/pictures"))
    let marker = "Before\n\n<!-- picture: pscope view one --virtual --size 60x12 --keys \"Down Down\" -->\n"
    let path = try folder.write("page.md", marker + "```\nold\n```\n\nAfter\n")
    let stale = try await run([folder.file("scripts/pictures"), "--check", binary])
    #expect(stale.code == 1 && stale.errors.contains("page.md: a picture is not what pscope draws"))
    try await expectEqual(run([folder.file("scripts/pictures"), binary]).code, 0)
    let words = ["view", "one", "--virtual", "--size", "60x12", "--keys", "Down Down", "--frame", "text"]
    let frame = try await run([binary] + words)
    try expectEqual(String(contentsOfFile: path, encoding: .utf8), marker + "```\n" + frame.text + "```\n\nAfter\n")
    try await expectEqual(run([folder.file("scripts/pictures"), "--check", binary]).code, 0)
  }
}
