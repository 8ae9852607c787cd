// Which editor opens a source file, and with which arguments.

import ChainScreen

@testable import pscope

@Suite struct EditorTests {
  private func editor(_ variables: [String: String]) -> Editor { Editor { variables[$0] } }

  @Test func theEnvironmentNamesTheEditor() {
    expectEqual(editor(["VISUAL": "emacs", "EDITOR": "nano"]).command, "emacs")
    expectEqual(editor(["VISUAL": "", "EDITOR": "nano"]).command, "nano")
    expectEqual(editor([:]).command, "vi")
  }

  @Test(arguments: [
    ("vim", ["+41", "main.swift"]), ("/usr/bin/nano -w", ["+41", "main.swift"]),
    ("code", ["--wait", "--goto", "main.swift:41"]), ("/opt/bin/hx", ["main.swift:41"]),
    ("subl -n", ["--wait", "main.swift:41"]),
  ])
  func opensTheLine(command: String, arguments: [String]) {
    let words = editor(["EDITOR": command]).words(path: "main.swift", line: 41)
    expectEqual(words, ["-c", "exec \(command) \"$@\"", "sh"] + arguments)
  }

  @Test func aPathIsNoOption() {
    expectEqual(editor([:]).words(path: "-c.swift", line: 1).last, "./-c.swift")
  }

  /// Foundation traps for the folder of a path of one character.
  @Test(arguments: ["-", "x", "/", "/x", "a/b", ""])
  func sourcesAreSearchedBesideALogOfAnyName(log: String) {
    #expect(SourceFiles(log: log, roots: []) { ("", nil) }.path(of: "/nowhere/none.swift") == nil)
    // The text in a log is no file that an editor could open.
    let embedding = SourceFiles(log: log, roots: [], recorded: { ("", nil) }, embedded: { ["/nowhere/app.js": "text"] })
    #expect(embedding.finder.file("/nowhere/app.js")?.lines == ["text"] && embedding.path(of: "/nowhere/app.js") == nil)
  }

  @Test func aFileOfAModuleIsBelowTheFolderNamedLikeIt() throws {
    let folder = try Folder()
    for path in ["other/Basket.swift", "my-shop/Models/Basket.swift"] { _ = try folder.write(path, "// code\n") }
    func path(_ name: String) -> String? {
      SourceFiles(log: nil, roots: [folder.path], recorded: { ("", nil) }).path(of: name)
    }
    expectEqual(path("my_shop/Basket.swift"), folder.file("my-shop/Models/Basket.swift"))
    expectEqual(path("other/Basket.swift"), folder.file("other/Basket.swift"))
    #expect(path("gone/Basket.swift") == nil)
  }

  /// A lesson is a virtual run, which starts in 1970: every source would be newer.
  @Test(arguments: [(0, false), (1, true), (nil, false), (Int64.max, false)] as [(Int64?, Bool)])
  func aVirtualRunSaysNothingAboutTheAgeOfItsSource(started: Int64?, hasChanged: Bool) {
    let file = SourceFiles(log: nil, roots: []) { ("", started) }.finder.file(#filePath)
    expectEqual(file?.hasChanged, hasChanged)
  }
}
