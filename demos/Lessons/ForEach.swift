// Lesson: Misconception: a loop over promises waits for them. Owns its texts; the scenarios are `for-each` and `for-each-fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: a loop over promises waits for them.
  static let forEach = Lesson(
    name: "for-each",
    title: LocalizedText("Misconception: a loop waits for promises", "误解：循环会等 Promise"),
    prerequisites: ["combinators"],
    introduction: [
      LocalizedText(
        """
        `forEach` calls its closure for each element and returns nothing. If the closure starts a promise, the \
        loop has started many and waits for none, and there is nothing that a handler could return.
        """,
        """
        `forEach` 对每个元素调用一次闭包，什么也不返回。如果闭包启动了 Promise，循环就启动了一批，一个也不等，处\
        理函数也没有东西可以返回。
        """),
      LocalizedText(
        "Three photos are sent in a loop. When is success reported?",
        "循环里发送三张照片。什么时候报告成功？"),
    ],
    notes: [
      LessonNote(
        at: "send all", .fulfilled,
        LocalizedText(
          "At once: a loop returns nothing to wait for.",
          "立刻就兑现了：循环没有返回任何可等的东西。")),
      LessonNote(
        at: "send fog", .fulfilled,
        LocalizedText(
          "The last photo arrives two seconds after the report.",
          "报告成功两秒之后，最后一张才到。")),
    ],
    summary: [
      LocalizedText(
        """
        `map` makes an array of promises, `all` makes one promise of it, and `return` gives it to the chain. For \
        one after another, use `reduce`: `pscope demo add-up`.
        """,
        """
        用 `map` 得到 Promise 的数组，用 `all` 把它变成一个 Promise，再 `return` 给链。要一个接一个，就用 \
        `reduce`：`pscope demo add-up`。
        """)
    ],
    asks: [.forgottenReturn, .noReturn],
    scenario: "for-each",
    repairedScenario: "for-each-fixed")
}
