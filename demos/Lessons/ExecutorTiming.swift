// Lesson: Misconception: the work starts when `then` is called. Owns its texts; the scenarios are `executor-timing` and `executor-timing-
// fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: the work starts when `then` is called.
  static let executorTiming = Lesson(
    name: "executor-timing",
    title: LocalizedText("Misconception: then starts the work", "误解：then 才启动工作"),
    prerequisites: ["chain"],
    introduction: [
      LocalizedText(
        """
        A promise is not a plan for work, it is work under way. The call that returns the promise has started \
        it. `then` starts nothing; it waits.
        """,
        """
        Promise 不是工作的计划，而是正在进行的工作。返回 Promise 的那次调用已经启动了它。`then` 什么也不启动，只\
        是等待。
        """),
      LocalizedText(
        """
        The author of this chain wants to send three photos one after another. When does each upload start?
        """,
        "这条链的作者想一张接一张地发送三张照片。每个上传各在什么时候开始？"),
    ],
    notes: [
      LessonNote(
        at: "send fog", .created,
        LocalizedText(
          "All three are under way, and no `then` has been called yet.",
          "三个都已经在途，而 `then` 还一次都没有调用。")),
      LessonNote(
        at: "then pier", .fulfilled,
        LocalizedText(
          "`then pier` adopted a promise that was already settled: it had nothing left to wait for.",
          "`then pier` 采用的 Promise 早已敲定：没有什么要等的了。")),
    ],
    summary: [
      LocalizedText(
        """
        To start work later, call the function later: inside the handler. Or make the promise lazy: `pscope demo \
        lazy-creation`. Compare with the repaired version, in which the bars form a staircase.
        """,
        """
        想晚一点开始，就晚一点调用函数：写在处理函数里。或者用惰性的 Promise：`pscope demo lazy-creation`。对照改\
        好的版本，那里的时间条排成阶梯。
        """)
    ],
    scenario: "executor-timing",
    repairedScenario: "executor-timing-fixed")
}
