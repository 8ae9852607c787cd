// Lesson: Misconception: a chain waits for everything that its handlers start. Owns its texts; the scenarios are `missing-return` and
// `missing-return-fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: a chain waits for everything that its handlers start.
  static let forgottenReturn = Lesson(
    name: "forgotten-return",
    title: LocalizedText("Misconception: a chain waits for what a handler starts", "误解：链会等处理函数启动的一切"),
    prerequisites: ["chain"],
    introduction: [
      LocalizedText(
        """
        A chain waits for what a handler returns, and for nothing else. A handler that starts a request and \
        returns nothing has finished at once, and so the next step runs at once.
        """,
        """
        链只等处理函数返回的东西，别的都不等。处理函数启动了请求却什么也没返回，它就已经结束了，于是下一步立刻运\
        行。
        """),
      LocalizedText(
        "`save` writes settings, which takes two seconds. When will `say so` report success?",
        "`save` 要写入设置，需要两秒。`say so` 会在什么时候报告成功？"),
    ],
    notes: [
      LessonNote(
        at: "save", .fulfilled,
        LocalizedText(
          "The handler returned nothing, so `save` is fulfilled, and the file is not written yet.",
          "处理函数什么也没返回，于是 `save` 兑现了，而文件还没有写完。")),
      LessonNote(
        at: "say so", .fulfilled,
        LocalizedText(
          "Too early: had the disk been full, no handler of this chain would receive that error.",
          "太早了：假如磁盘已满，这条链上没有哪个处理函数会得知。")),
    ],
    summary: [
      LocalizedText(
        """
        Return every promise that a handler creates. In Swift, a closure of a single expression returns it \
        without the word `return`; a second line in the closure is enough to lose it.
        """,
        """
        处理函数创建的每个 Promise 都要返回。在 Swift 里，只有一个表达式的闭包会自动返回它；闭包里多写一行，返回\
        值就丢了。
        """)
    ],
    asks: [.forgottenReturn, .noReturn],
    scenario: "missing-return",
    repairedScenario: "missing-return-fixed")
}
