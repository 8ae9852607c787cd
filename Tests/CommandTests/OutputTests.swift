// Files that a command writes: the sentences about one that can't be written, on the screen in its language, on a command line in English;
// and what a killed process leaves beside it.

import PlainText

@testable import pscope

@Suite struct OutputTests {
  @Test func theScreenSaysInItsLanguageWhyAFileCannotBeWritten() throws {
    let folder = try Folder()
    let log = try folder.write("run.ndjson", "{}\n")
    func failure(_ action: () throws -> Void) -> Failure? {
      do { try action() } catch { return error as? Failure }
      return nil
    }
    let cases: [(Failure?, english: String, chinese: String)] = [
      (
        failure { _ = try Output(path: folder.path) }, "Can't write \(folder.path): it is a folder.",
        "无法写入 \(folder.path)：它是一个文件夹。"
      ),
      (
        failure { _ = try Output(path: "/nowhere/tree.txt") },
        "Can't write /nowhere/tree.txt: there is no such folder.", "无法写入 /nowhere/tree.txt：没有这个文件夹。"
      ),
      (
        failure { try refuseReplacing(log, by: log) }, "Can't write \(log): it is the log that is shown.",
        "无法写入 \(log)：它就是正在显示的日志。"
      ),
    ]
    for (failure, english, chinese) in cases {
      let failure = try #require(failure)
      #expect(failure.sentence.hasPrefix("can't write ") || failure.sentence.hasPrefix("will not overwrite "))
      expectEqual(failure.onScreen, Text(english, chinese))
    }
  }

  @Test func anEditorThatCannotBeStartedIsNamedInTheLanguageOfTheScreen() {
    let editor = Editor { $0 == "EDITOR" ? "ed2" : nil }
    expectEqual(editor.cannotStart(because: nil).chinese, "无法启动 ed2：请用 $EDITOR 指定编辑器。")
    expectEqual(editor.cannotStart(because: "Exec format error").english, "Can't start ed2: Exec format error.")
  }

  /// No process has this number.
  private static let nobody: pid_t = 2_147_483_646

  @Test func theNextOutputRemovesWhatAKilledProcessLeft() async throws {
    let folder = try Folder()
    let (dead, alive) = (Self.nobody, getpid())
    let kept = [
      "run.ndjson.\(alive).partial", "other.ndjson.\(dead).partial", "run.ndjson.0\(dead).partial",
      "run.ndjson.x.partial",
      "run.ndjson.partial",
    ]
    for name in ["run.ndjson.\(dead).partial", "run.ndjson.\(dead - 1).partial"] + kept {
      _ = try folder.write(name, "")
    }
    try FileManager.default.createDirectory(
      atPath: folder.file("run.ndjson.\(dead - 2).partial"), withIntermediateDirectories: true)
    let outcome = try await pscope("export", "one", "--virtual", "--output", folder.file("run.ndjson"))
    expectEqual(outcome.code, 0)
    #expect(try folder.names() == (kept + ["run.ndjson", "run.ndjson.\(dead - 2).partial"]).sorted())
  }

  /// A container has process IDs of its own, but its files are locked.
  @Test func aFileThatIsWrittenInAnotherContainerStays() async throws {
    let folder = try Folder()
    let path = try folder.write("run.ndjson.\(Self.nobody).partial", "")
    let descriptor = open(path, O_WRONLY)
    expectEqual(flock(descriptor, LOCK_EX), 0)
    _ = try await pscope("export", "one", "--virtual", "--output", folder.file("run.ndjson"))
    #expect(FileManager.default.fileExists(atPath: path))
    close(descriptor)
    _ = try await pscope("export", "one", "--virtual", "--output", folder.file("run.ndjson"))
    try expectEqual(folder.names(), ["run.ndjson"])
  }
}
