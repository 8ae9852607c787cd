// Lesson: Misconception: `then` with two handlers is the same as `then` followed by `catch`. Owns its texts; the scenarios are `two-
// handlers` and `two-handlers-fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: `then` with two handlers is the same as `then` followed by `catch`.
  static let twoHandlers = Lesson(
    name: "two-handlers",
    title: LocalizedText("Misconception: two handlers are then and catch", "误解：两个处理函数等于 then 加 catch"),
    prerequisites: ["errors"],
    introduction: [
      LocalizedText(
        """
        `then(onFulfilled, onRejected)` has two handlers side by side. They wait for the same promise, and \
        exactly one of them runs. `then(onFulfilled).catch(onRejected)` has them one below the other: the second \
        also gets what the first one throws.
        """,
        """
        `then(onFulfilled, onRejected)` 的两个处理函数是并排的。它们等同一个 Promise，只有一个会运行。\
        `then(onFulfilled).catch(onRejected)` 则是一上一下：下面那个还能接到上面那个抛出的错误。
        """),
      LocalizedText(
        "The page is loaded, and showing it fails. Does the second handler explain that?",
        "页面加载成功，显示时却失败了。第二个处理函数会解释原因吗？"),
    ],
    notes: [
      LessonNote(
        at: "load page", .fulfilled,
        LocalizedText(
          "A value, so the handler for values runs, and only that one.",
          "来的是值，所以成功处理函数运行，也只有它运行。")),
      LessonNote(
        at: "show or explain", .rejected,
        LocalizedText(
          "The handler threw. Its sibling waits for the promise above, too, and is not called.",
          "处理函数抛出了错误。并排的另一个处理函数只处理上面那个 Promise 的结果，不会被调用。")),
    ],
    summary: [
      LocalizedText(
        """
        Side by side when the second must not see the errors of the first; one below the other in every other \
        case, which is nearly always.
        """,
        "只有第二个不该看到第一个的错误时，才并排写；其余情况，也就是几乎所有情况，都一上一下地写。")
    ],
    asks: [.thrown, .unhandled],
    scenario: "two-handlers",
    repairedScenario: "two-handlers-fixed")
}
