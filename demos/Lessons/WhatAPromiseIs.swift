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
        A promise stands for a value that is not there yet. It is pending at first. Later it is settled once: \
        fulfilled with a value, or rejected with an error. After that it never changes.
        """,
        """
        Promise 代表一个还没有到来的值。它起初是待定的，之后只敲定一次：要么带着一个值兑现，要么带着一个错误被拒\
        绝。此后它不再改变。
        """),
      LocalizedText(
        """
        The closure that a promise is created with is its executor. It runs at once, inside the call that \
        creates the promise, whether or not anything waits for the result. A handler, in contrast, is only \
        registered; it runs when the value is there.
        """,
        """
        创建 Promise 时传入的闭包叫执行器。它立即运行，就在创建 Promise 的那次调用之内，不管有没有谁在等结果。处\
        理函数则只是登记下来，等值到了才运行。
        """),
      LocalizedText(
        """
        Watch the order of the numbered notes, the second attempt to settle the promise, and the handler that \
        comes late.
        """,
        "请注意带编号的几条记录的先后、第二次敲定的尝试，以及迟到的处理函数。"),
    ],
    notes: [
      LessonNote(
        at: "fetch weather", .started,
        LocalizedText(
          """
          The executor runs now, and starts the request. In PromiseKit and ES6 it runs inside the call; Google \
          Promises run it a moment later on a queue. Neither waits for a handler.
          """,
          """
          执行器现在运行，并发出请求。在 PromiseKit 和 ES6 中，它就在这次调用之内运行；Google Promises 稍后在队列上\
          运行它。两者都不等处理函数。
          """)),
      LessonNote(
        at: "show it", .created,
        LocalizedText(
          "This call returned at once, with a new promise. Its handler waits.",
          "这次调用立即返回，得到一个新的 Promise。它的处理函数在等待。")),
      LessonNote(
        at: "fetch weather", .ignored,
        LocalizedText(
          "The promise has its outcome. A second attempt changes nothing, and this log shows it as refused.",
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
        Pending, then fulfilled or rejected, once and for good. The executor runs at once; handlers run after \
        the promise is settled, in the order of registration, the late ones too.
        """,
        """
        先待定，然后兑现或被拒绝，一次定终身。执行器立即运行；处理函数在敲定之后按登记顺序运行，迟到的也一样。
        """)
    ],
    scenario: "life-of-a-promise")
}
