// The sentences about a file that can't be written and an editor that can't be started: on the screen in its language, on a command line
// in English.

import ChainScreen
import Foundation
import PlainText
import Testing

@testable import pscope

@Suite struct OutputTests {
  @Test func theScreenSaysInItsLanguageWhyAFileCannotBeWritten() throws {
    let folder = try Folder()
    let log = try folder.write("run.ndjson", "{}\n")
    var options = ScreenOptions()
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
      #expect(failure.sentence.hasPrefix("can't write "))
      options.language = .english
      #expect(failure.onScreen?.text(options) == english)
      options.language = .chinese
      #expect(failure.onScreen?.text(options) == chinese)
    }
  }

  @Test func anEditorThatCannotBeStartedIsNamedInTheLanguageOfTheScreen() {
    var options = ScreenOptions()
    options.language = .chinese
    #expect(OwnerSentence.cannotStartEditor("ed2", reason: nil).text(options) == "无法启动 ed2：请用 $EDITOR 指定编辑器。")
    options.language = .english
    #expect(
      OwnerSentence.cannotStartEditor("ed2", reason: "Exec format error").text(options)
        == "Can't start ed2: Exec format error.")
  }
}
