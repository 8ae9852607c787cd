// Lesson: Progress while a promise is pending, and why it ends with the settlement. Owns its texts; the scenario is `progress`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Progress while a promise is pending, and why it ends with the settlement.
  static let reportingProgress = Lesson(
    name: "progress",
    title: LocalizedText("Progress while pending", "待定期间的进度"),
    prerequisites: ["combinators"],
    introduction: [
      LocalizedText(
        """
        A promise says nothing until it is settled. For a download of a minute, that is too little. A report of \
        progress is not a settlement: it changes no state, it can come many times, and no handler of `then` \
        hears it.
        """,
        """
        Promise 在敲定之前什么也不说。要是下载得花一分钟，这就不够了。进度报告不是敲定：它不改变状态，可以来很多次，\
        `then` 的处理函数也听不到它。
        """),
      LocalizedText(
        """
        Three downloads report how far they are. The promise that waits for all three reports their average.
        """,
        "三个下载报告各自的进度，等待它们三个的 Promise 报告平均值。"),
    ],
    notes: [
      LessonNote(
        at: "download cover", .progressed,
        LocalizedText(
          "A quarter of one of three files: what will the book report?",
          "三个文件之一完成了四分之一：整本书会报告多少？")),
      LessonNote(
        at: "download cover", .fulfilled,
        LocalizedText(
          "A settled promise reports nothing more. It counts as complete in the average.",
          "敲定之后不再报告进度，在平均值里按完成计算。")),
      LessonNote(
        at: "the book", .fulfilled,
        LocalizedText(
          "The last report was below 100 %. Completion is the settlement itself.",
          "最后一次报告不到 100%。真正的完成就是敲定本身。")),
    ],
    summary: [
      LocalizedText(
        """
        Progress flows from the work to whatever waits for it, as far as the value is passed on unchanged. It \
        never goes backwards, and ends with the settlement. ES6, Bolts, and Google Promises have none; in \
        PromiseKit, `when(fulfilled:)` tells a Foundation `Progress` how many of its promises have settled. \
        QNAsyncTask has a monitor for it.
        """,
        """
        进度从工作流向等待它的一方，只要值原样传递就一路跟着。它从不倒退，到敲定为止。ES6、Bolts 和 Google \
        Promises 都没有进度；PromiseKit 只有 `when(fulfilled:)` 会向 Foundation 的 `Progress` 报告已敲定的个数；\
        QNAsyncTask 有监视器。
        """)
    ],
    scenario: "progress")
}
