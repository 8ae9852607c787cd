// Lesson: What a promise is: pending, settled once, and asked any number of times. Owns its texts; the scenario is `life-of-a-promise`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// What a promise is: pending, settled once, and asked any number of times.
  static let whatAPromiseIs = Lesson(
    name: "promise",
    title: LocalizedText("What a promise is", "什么是 Promise"),
    introduction: [
      LocalizedText(
        """
        A promise stands for a value that is not there yet. It is pending at first. Later it is settled: \
        fulfilled with a value, or rejected with an error.
        """,
        """
        Promise 代表一个还没有到来的值。它起初是待定的，之后敲定：要么带着一个值兑现，要么带着一个错误被拒绝。
        """),
      LocalizedText(
        """
        Two closures belong to it. The body, which ES6 calls the executor, is what the promise is created with; it \
        starts the work and settles the promise. A handler is added afterwards, with `then` or `done`, and gets the value. When does \
        the body run, and when does a handler? What does a handler get that comes late? And what if the \
        promise is settled a second time?
        """,
        """
        有两种闭包与它有关。函数体（ES6 称为执行器）是创建 Promise 时传入的，由它发起工作并敲定 Promise。处理函数是之后用 `then` \
        或 `done` 添加的，它得到那个值。函数体何时运行，处理函数又何时运行？迟到的处理函数会得到什么？再次敲定又\
        会怎样？
        """),
      LocalizedText(
        "The program writes a line at each of these moments. Predict their order.",
        "在这些时刻，程序各输出一行文字。请预测它们的先后。"),
    ],
    notes: [
      LessonNote(
        at: "fetch weather", .started,
        LocalizedText(
          """
          The body runs now, and starts the request. In PromiseKit and ES6 it runs inside the call; Google \
          Promises run it a moment later on a queue. Neither waits for a handler.
          """,
          """
          此时函数体开始运行，发出请求。在 PromiseKit 和 ES6 中，它就在这次调用之内运行；Google Promises 稍后在队列上\
          运行它。两者都不等处理函数。
          """)),
      LessonNote(
        at: "show it", .created,
        LocalizedText(
          "This call returned at once, with a new promise: a row of its own in the tree.",
          "这次调用立即返回，得到一个新的 Promise，它在树里自成一行。")),
      LessonNote(
        at: "fetch weather", .ignored,
        LocalizedText(
          "The promise has its outcome. A second attempt changes nothing, and the log records it as ignored.",
          "这个 Promise 已经有了结果。第二次尝试改变不了什么，日志把它记为被忽略。")),
      LessonNote(
        at: "late handler", .fulfilled,
        LocalizedText(
          """
          A settled promise keeps its value, so it makes no difference whether a handler is registered before or \
          after.
          """,
          "敲定后的 Promise 保留着它的值，所以处理函数早登记还是晚登记，没有区别。")),
    ],
    summary: [
      LocalizedText(
        """
        Pending, then fulfilled or rejected, once and for good. In PromiseKit and ES6, the body runs at once; Google Promises \
        puts it on a queue, where it runs later. Handlers run after the promise is settled, and those that come late \
        get the same value.
        """,
        """
        先待定，然后兑现或被拒绝，只敲定一次，不再改变。在 PromiseKit 和 ES6 中，函数体立即运行；Google Promises 则把它放到\
        队列上，稍后运行。处理函数在敲定之后运行，迟到的也得到同样的值。
        """)
    ],
    asks: [.bodyAtOnce, .firstLine, .secondSettlement, .lateHandler],
    scenario: "life-of-a-promise")
}
