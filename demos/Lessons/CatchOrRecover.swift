// Lesson: Misconception: after `catch`, everything is fine again. Owns its texts; the scenarios are `catch-or-recover` and `catch-or-
// recover-fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: after `catch`, everything is fine again.
  static let catchOrRecover = Lesson(
    name: "catch-or-recover",
    title: LocalizedText("Misconception: after catch, all is well", "误解：catch 之后一切正常"),
    prerequisites: ["errors"],
    introduction: [
      LocalizedText(
        """
        In ES6, `catch` recovers: what its handler returns is the value of the next step. In Google Promises, \
        `catch` observes: it passes the error on, and `recover` is the one that recovers. In PromiseKit, `catch` \
        ends the chain.
        """,
        """
        在 ES6 里，`catch` 会恢复：处理函数返回的就是下一步的值。在 Google Promises 里，`catch` 只是旁观：它把错\
        误传下去，要恢复得用 `recover`。在 PromiseKit 里，`catch` 结束整条链。
        """),
      LocalizedText(
        "This chain uses Google's names, and its author thinks of ES6. Will the avatar be shown?",
        "这条链用的是 Google 的名字，作者想的却是 ES6。头像会显示出来吗？"),
    ],
    notes: [
      LessonNote(
        at: "or a placeholder", .rejected,
        LocalizedText(
          "The handler ran, but it could only look. The rejection continues.",
          "处理函数运行了，但它只能旁观，拒绝继续往下传。")),
      LessonNote(
        at: "show avatar", .rejected,
        LocalizedText(
          "Skipped. Nothing reports the error either, since a handler has seen it.",
          "被跳过。而且没有谁会报告这个错误，因为已经有处理函数看过它。")),
    ],
    summary: [
      LocalizedText(
        """
        Before you copy a chain from another library, look up what its `catch` returns. The repaired version uses \
        `recover`, and throws again what it cannot replace.
        """,
        """
        从别的库抄一条链之前，先查清它的 `catch` 返回什么。改好的版本用 `recover`，替换不了的错误就再抛出去。
        """)
    ],
    asks: [.catchPassesOn, .catchRuns, .passRejection],
    scenario: "catch-or-recover",
    repairedScenario: "catch-or-recover-fixed")
}
