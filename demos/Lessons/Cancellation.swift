// Lesson: Cancellation: who may ask for it, where it flows, and what it does not stop. Owns its texts; the scenario is `cancel`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Cancellation: who may ask for it, where it flows, and what it does not stop.
  static let cancellation = Lesson(
    name: "cancellation",
    title: LocalizedText("Cancellation", "取消"),
    prerequisites: ["errors", "combinators"],
    introduction: [
      LocalizedText(
        """
        A promise is a value that will come, and nothing in ES6, PromiseKit 6 or Google Promises stops the work \
        behind it. Bolts has tokens for that, and this library can cancel a promise. Canceling runs against the \
        stream: from the promise that is no longer wanted up to the work, and it stops where something else \
        still waits.
        """,
        """
        Promise 是将要到来的值；在 ES6、PromiseKit 6 和 Google Promises 里，没有办法停止它背后的工作。Bolts 为此\
        提供令牌，这个库则可以取消一个 Promise。取消是逆流而上的：从不再需要的那个 Promise 往上，一直到工作本身；\
        途中若还有别的 Promise 在等，就到此为止。
        """),
      LocalizedText(
        """
        Three requests are stopped here: by the user, by a deadline, and by a screen that closes. Note which \
        promises are settled by that, with what, and which handlers run.
        """,
        """
        这里有三种请求被叫停：用户取消、到达期限、界面关闭。请注意哪些 Promise 因此敲定，结果是什么，哪些处理函\
        数会运行。
        """),
    ],
    notes: [
      LessonNote(
        at: "load film", .rejected,
        LocalizedText(
          """
          Cancellation has reached the work at the start of the chain: its handler for cancellation ran, and the \
          work stopped.
          """,
          "取消传到了链头：取消处理函数运行，工作停下。")),
      LessonNote(
        at: "film failed", .rejected,
        LocalizedText(
          """
          Canceled is not failed: the handler for errors was skipped, and no message is shown for what the user \
          asked for.
          """,
          "取消不等于失败：失败处理函数被跳过，用户自己要求的事不需要弹出提示。")),
      LessonNote(
        at: "at most 2 s", .rejected,
        LocalizedText(
          "That the deadline has passed is an error. The search behind it is canceled.",
          "过了期限是一个错误，它背后的搜索则被取消。")),
      LessonNote(
        at: "load profile", .rejected,
        LocalizedText(
          "One token for every request of the screen.",
          "一个令牌管住这个界面的所有请求。")),
    ],
    summary: [
      LocalizedText(
        """
        A canceled promise is a rejected promise with a special error. The work stops only if it has a handler \
        for cancellation; everything else runs to its end, and its result is discarded. Settling a promise never \
        stops anything: see the lesson settling-stops-nothing.
        """,
        """
        被取消的 Promise 就是带着特殊错误被拒绝的 Promise。只有登记了取消处理函数的工作才会停下；其余的都会跑完，\
        结果被丢弃。敲定一个 Promise 从不停止任何东西：见 settling-stops-nothing 一课。
        """)
    ],
    asks: [.cancellation, .catchRuns, .catchPassesOn],
    scenario: "cancel")
}
