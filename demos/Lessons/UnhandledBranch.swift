// Lesson: Misconception: one handler for errors serves all branches. Owns its texts; the scenarios are `unhandled-branch` and `unhandled-
// branch-fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: one handler for errors serves all branches.
  static let unhandledBranch = Lesson(
    name: "unhandled-branch",
    title: LocalizedText("Misconception: one catch for all branches", "误解：一个 catch 管住所有分支"),
    prerequisites: ["errors"],
    introduction: [
      LocalizedText(
        """
        Each `then` on the same promise starts a branch. Values and errors flow down within a branch, and never \
        from one to another. So each branch needs a handler at its own end.
        """,
        """
        在同一个 Promise 上每调用一次 `then`，就多一个分支。值和错误在分支之内往下流，从不流到别的分支。所以每个\
        分支的末尾都要有自己的处理函数。
        """),
      LocalizedText(
        "Two branches of `load user`, and one handler. Where does the error of `read birthday` go?",
        "`load user` 有两个分支，一个处理函数。`read birthday` 的错误会去哪里？"),
    ],
    notes: [
      LessonNote(
        at: "show error", .fulfilled,
        LocalizedText(
          "This branch is fine. Its handler has nothing to do with the other one.",
          "这个分支一切正常，它的处理函数与另一个分支无关。")),
      LessonNote(
        at: "order cake", .unhandled,
        LocalizedText(
          "The end of the branch, and no handler took the error.",
          "分支到头了，没有哪个处理函数接住错误。")),
    ],
    summary: [
      LocalizedText(
        """
        Look at every end of the tree: each needs a handler for errors, or has to be returned to a caller that \
        has one.
        """,
        "查看树的每个末端：要么有失败处理函数，要么把它返回给有处理函数的调用者。")
    ],
    asks: [.unhandled, .thrown, .passRejection, .passValue],
    scenario: "unhandled-branch",
    repairedScenario: "unhandled-branch-fixed")
}
