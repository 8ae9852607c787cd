// Lesson: Where a rejection goes, and what handlers can do with it. Owns its texts; the scenario is `error-paths`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Where a rejection goes, and what handlers can do with it.
  static let whereErrorsGo = Lesson(
    name: "errors",
    title: LocalizedText("Where a rejection goes", "拒绝去了哪里"),
    prerequisites: ["chain"],
    introduction: [
      LocalizedText(
        """
        A rejection flows down its chain until a handler for errors runs. What then? Libraries differ: `catch` \
        in Google Promises and `catch` in ES6, which is called `recover` here, are added for the same purpose, \
        but the chain below them does not continue in the same way. Find the difference.
        """,
        """
        拒绝沿着链往下流，直到有失败处理函数运行。然后呢？各个库不一样：Google Promises 的 `catch` 和 ES6 的 `catch`\
        （这里叫 `recover`）用途相同，但在它们之后，链的走向并不相同。请找出区别。
        """),
      LocalizedText(
        """
        A handler can also fail itself, and throw. Which promise gets that error? And if it was a handler for \
        errors, what becomes of the error that it had received?
        """,
        """
        处理函数自己也会失败，抛出错误。哪个 Promise 会得到这个错误？如果抛出的是失败处理函数，它原先收到的错误又\
        会怎样？
        """),
      LocalizedText(
        "There are four chains: tea, ink, paper, glue. Predict for each whether its last step runs.",
        "这里有四条链：tea、ink、paper、glue。请逐条预测：最后一步会运行吗？"),
    ],
    notes: [
      LessonNote(
        at: "catch tea", .rejected,
        LocalizedText(
          """
          The handler ran, and the promise is rejected all the same. The error counts as handled, so nothing \
          reports it later.
          """,
          "处理函数运行了，Promise 照样被拒绝。错误算作已处理，之后不会再报告。")),
      LessonNote(
        at: "recover ink", .fulfilled,
        LocalizedText(
          """
          From here on the chain has a value again. If a handler replaces every error like this without looking \
          at it, errors get swallowed: `pscope check` asks you to look at such a handler.
          """,
          """
          从这里开始，链上又有了值。如果处理函数不看是什么错误就一律替换，错误就被吞掉了：`pscope check` 会提醒你\
          检查这样的处理函数。
          """)),
      LessonNote(
        at: "read paper", .rejected,
        LocalizedText(
          "The request was fine. The handler threw.",
          "请求没有问题，是处理函数抛出了错误。")),
      LessonNote(
        at: "rethrow glue", .rejected,
        LocalizedText(
          "A handler for errors that throws: the old error counts as handled, and the new one flows on.",
          "失败处理函数又抛出了错误：旧的算作已处理，新的继续往下流。")),
    ],
    summary: [
      LocalizedText(
        """
        An error goes down, never sideways and never up. `catch` here passes it on, `recover` replaces it, \
        throwing replaces it with another error. Here, each error met a handler; one that meets none is reported \
        as unhandled.
        """,
        """
        错误只往下走，不会横着走，也不会往上走。这里的 `catch` 把它传下去，`recover` 替换它，抛出则换成另一个错\
        误。这里的每个错误都遇到了处理函数；一个也没遇到的，会报告为未处理。
        """)
    ],
    asks: [.catchRuns, .catchPassesOn, .beyondCatch, .thrown, .handler, .rethrown],
    scenario: "error-paths")
}
