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
        `then` adds a handler to a promise. One can call `then` on what `then` returns, and so on: that is a \
        chain. But what does `then` return? And if a handler starts something that takes a while, and returns a \
        promise for it, what happens to the steps below?
        """,
        """
        `then` 给一个 Promise 添加处理函数。在 `then` 的返回值上还能再调用 `then`，如此下去就是一条链。那么 `then` \
        返回的是什么？如果处理函数发起一件要花时间的事，并返回一个代表它的 Promise，下面的步骤又会怎样？
        """),
      LocalizedText(
        """
        In the tree, steps that follow one another stand one below the other. `then` registers a handler for \
        values, `catch` one for errors. The same steps run for Ada and for Bob, whose password is wrong. Which \
        of Bob's handlers run? Which of Ada's?
        """,
        """
        在树里，先后的步骤一个接一个往下排。`then` 登记成功处理函数，`catch` 登记失败处理函数。同样的步骤为 Ada \
        和 Bob 各走一遍，而 Bob 的密码错了。Bob 的处理函数中哪些会运行？Ada 的呢？
        """),
      LocalizedText(
        """
        The words are those of Google Promises, and so is a rule: a handler of `then` or `catch` that returns \
        nothing passes on what it received. The next lesson compares libraries.
        """,
        """
        这里采用 Google Promises 的用词，也采用它的规则：`then` 或 `catch` 的处理函数如果什么都不返回，就把收到\
        的结果原样传下去。下一课会对比其他库。
        """),
    ],
    notes: [
      LessonNote(
        at: "Ada's orders", .adopted,
        LocalizedText(
          """
          The handler has returned a promise. This one is now locked in: it waits for the inner promise and for \
          nothing else.
          """,
          "处理函数返回了一个 Promise。从此，这一行的结果只取决于返回的那一个。")),
      LessonNote(
        at: "Ada's errors", .fulfilled,
        LocalizedText(
          "There was no error, so this handler did not run. The value passed it by.",
          "没有错误，所以这个处理函数没有运行，值从它旁边流过。")),
      LessonNote(
        at: "log in Bob", .rejected,
        LocalizedText(
          "Three promises below have handlers for values only. Which of them run?",
          "下面三个 Promise 只登记了成功处理函数。其中哪些会运行？")),
      LessonNote(
        at: "Bob's errors", .rejected,
        LocalizedText(
          """
          This handler took the error, so the row says `handled here`: the rejection counts as handled, and is \
          not reported as unhandled. The promise is rejected (`✘`) all the same, because a `catch` \
          handler here returns nothing and so passes the rejection on. The next lesson compares that with ES6.
          """,
          """
          这个处理函数接住了错误，所以这一行写着「在此处理」：拒绝算作已处理，不会再报告为未处理。但 Promise 照样\
          被拒绝（`✘`），因为这里的 `catch` 处理函数没有返回值，拒绝会继续往下传。下一课把它和 ES6 比较。
          """)),
    ],
    summary: [
      LocalizedText(
        """
        Each `then` is a promise of its own: the tree has a row for each. Values and errors flow down the chain; \
        every link handles what it has a handler for, and passes the rest on.
        """,
        """
        每个 `then` 都是一个独立的 Promise，在树里各占一行。值和错误沿着链往下流；每一环只处理它登记过的那类结果，\
        其余的原样往下传。
        """)
    ],
    asks: [.newPromise, .handlerWaits, .returnedPromise, .passRejection, .next, .passValue, .adoption],
    scenario: "chain")
}
