// Lesson: The test at the end: a program that the student has not seen, with three faults. Owns its texts; the scenario is `find-the-
// fault`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// The test at the end: a program that the student has not seen, with three faults.
  static let aNewLog = Lesson(
    name: "new-log",
    title: LocalizedText("A new log", "一份新日志"),
    prerequisites: ["hangs", "queues", "errors"],
    introduction: [
      LocalizedText(
        """
        A product page that you have not seen before. Its offer never appears, its reviews are missing, and its \
        thumbnail is late. There are few notes this time. Predict what happens, and find the reason for each of \
        the three.
        """,
        """
        一个你没见过的商品页面。它的报价一直不出现，评论不见了，缩略图来得太晚。这次几乎没有提示：请预测会发\
        生什么，并找出这三件事各自的原因。
        """)
    ],
    notes: [
      LessonNote(
        at: "stock", .released,
        LocalizedText(
          "One promise is the root of a hang. Which other promises are its victims?",
          "卡住的根源是一个 Promise。还有哪些 Promise 受它牵连？"))
    ],
    summary: [
      LocalizedText(
        """
        The stock is never settled, because a path of its callback forgets to reject. The reviews were replaced \
        by nothing in a `recover` that does not look at the error. The thumbnail waits in a queue behind a slow \
        handler. Now record a program of your own: start it with `PROMISESCOPE=run.ndjson`, then open the log with \
        `pscope view run.ndjson --lesson`.
        """,
        """
        stock 从未敲定，因为它的回调有一个分支忘了调用 reject。评论在一个不看错误的 `recover` 里被换成了空列表。缩略图\
        排在一个缓慢的处理函数后面。接下来录制你自己的程序：设置 `PROMISESCOPE=run.ndjson` 运行它，再用 `pscope view run.ndjson --lesson` 打开日志。
        """)
    ],
    asks: [.bodyLater, .victims, .queuedHandler, .beyondCatch],
    scenario: "find-the-fault")
}
