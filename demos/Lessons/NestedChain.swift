// Lesson: Misconception: a `then` belongs inside the handler of the previous one. Owns its texts; the scenarios are `nested-chain` and
// `nested-chain-fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: a `then` belongs inside the handler of the previous one.
  static let nestedChain = Lesson(
    name: "nested-chain",
    title: LocalizedText("Misconception: the next then goes inside", "误解：下一个 then 写在里面"),
    prerequisites: ["callbacks"],
    introduction: [
      LocalizedText(
        """
        Programmers who are used to callbacks write the next step inside the handler of the previous one. It \
        works while all goes well. But nothing is returned, so the outer chain waits for nothing and receives no \
        errors, and the code moves to the right as before.
        """,
        """
        写惯回调的人，会把下一步写进前一步的处理函数里。一切顺利时也能用。但什么都没有返回，所以外层的链什么也不\
        等、什么错误也听不到，代码也照旧往右移。
        """),
      LocalizedText(
        """
        The last request fails. Which handler receives the error, and when does the chain say that it is ready?
        """,
        "最后一个请求会失败。哪个处理函数会得知？链又在什么时候说自己就绪？"),
    ],
    notes: [
      LessonNote(
        at: "ready", .fulfilled,
        LocalizedText(
          "Ready after the login, 2.2 seconds too early.",
          "登录之后就说就绪，早了 2.2 秒。")),
      LessonNote(
        at: "show orders", .unhandled,
        LocalizedText(
          "The `catch` stands at the end of the outer chain. This error is in the inner one.",
          "`catch` 在外层链的末尾，而错误在内层。")),
    ],
    summary: [
      LocalizedText(
        """
        Return the promise, and write the next `then` below. Nest only where a step needs the values of several \
        earlier ones, and then return the nested chain.
        """,
        "返回 Promise，把下一个 `then` 写在下面。只有某一步需要前面好几步的值时才嵌套，而且要返回嵌套的链。")
    ],
    asks: [.forgottenReturn, .unhandled, .passRejection, .passValue],
    scenario: "nested-chain",
    repairedScenario: "nested-chain-fixed")
}
