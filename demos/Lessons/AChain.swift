// Lesson: A chain: each `then` returns a new promise, and values and errors flow down. Owns its texts; the scenario is `chain`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// A chain: each `then` returns a new promise, and values and errors flow down.
  static let aChain = Lesson(
    name: "chain",
    title: LocalizedText("A chain of promises", "Promise 链"),
    prerequisites: ["promise"],
    introduction: [
      LocalizedText(
        """
        `then` returns a new promise, for the result of its handler. If the handler returns a value, the new \
        promise is fulfilled with it. If it returns a promise, the new promise adopts that one: it stays pending \
        until the inner promise is settled, and then has the same outcome.
        """,
        """
        `then` 返回一个新的 Promise，代表处理函数的结果。处理函数返回一个值，新 Promise 就以这个值兑现；返回一个 \
        Promise，新 Promise 就采用它：一直待定到里面那个敲定，然后得到同样的结果。
        """),
      LocalizedText(
        """
        So steps that follow one another stand one below the other. A value flows down from step to step. An \
        error flows down, too, but it skips every handler for values until it meets one for errors.
        """,
        """
        于是，先后的步骤一个接一个往下排。值一步一步往下流。错误也往下流，但会跳过所有处理值的函数，直到遇到处理错\
        误的函数。
        """),
      LocalizedText(
        """
        Two rules of this library, as in Google Promises: a `then` handler that returns nothing passes the value \
        on, and a `catch` handler sees the error, but the rejection passes on. The next lesson compares libraries.
        """,
        """
        本库有两条规则，与 Google Promises 相同：没有返回值的 `then` 处理函数会把原来的值传下去；`catch` 的处理函数能\
        看到错误，但拒绝会继续往下传。下一课会对比其他库。
        """),
      LocalizedText(
        """
        The same steps run for Ada and for Bob. Before each event, say which promise it will be and what it will \
        be settled with.
        """,
        "同样的步骤为 Ada 和 Bob 各走一遍。每个事件之前，先说出会是哪个 Promise，以及它的结果。"),
    ],
    notes: [
      LessonNote(
        at: "Ada's orders", .adopted,
        LocalizedText(
          """
          The handler has returned a promise. This one is now locked in: it waits for the inner promise and for \
          nothing else.
          """,
          "处理函数返回了一个 Promise。现在这个 Promise 的去向已定：它只等里面那个。")),
      LessonNote(
        at: "Ada's errors", .fulfilled,
        LocalizedText(
          "There was no error, so this handler did not run. The value passed it by.",
          "没有错误，所以这个处理函数没有运行，值从它旁边流过。")),
      LessonNote(
        at: "log in Bob", .rejected,
        LocalizedText(
          "Three promises below have handlers for values only. Which of them run?",
          "下面三个 Promise 只有处理值的函数。其中哪些会运行？")),
      LessonNote(
        at: "Bob's errors", .rejected,
        LocalizedText(
          """
          This handler took the error. In this vocabulary `catch` sees the error and passes the rejection on; a \
          later lesson compares that with ES6.
          """,
          """
          这个处理函数接住了错误。在这套用词里，`catch` 看到错误，同时把拒绝继续往下传；后面有一课把它和 ES6 比\
          较。
          """)),
    ],
    summary: [
      LocalizedText(
        """
        Each `then` is a promise of its own: the tree has a row for each. Values and errors flow down the chain; \
        every link handles what it has a handler for, and passes the rest on.
        """,
        """
        每个 `then` 都是一个独立的 Promise，在树里各占一行。值和错误沿着链往下流；每一环只处理自己有处理函数的那\
        种，其余的往下传。
        """)
    ],
    scenario: "chain")
}
