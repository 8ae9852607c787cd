// Lesson: Promises that are never settled: leaks, hangs, and cycles. Owns its texts; the scenario is `hangs`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Promises that are never settled: leaks, hangs, and cycles.
  static let leaksHangsAndCycles = Lesson(
    name: "hangs",
    title: LocalizedText("Leaks, hangs, and cycles", "泄漏、卡住与循环"),
    prerequisites: ["errors"],
    introduction: [
      LocalizedText(
        """
        A promise that is never settled shows nothing: no value, no error, no handler. There are three usual \
        reasons. The code that should settle it forgets a path, and the means to do so are freed: a leak. Two \
        promises wait for each other: a cycle. Or the work is simply slow, which is no fault at all.
        """,
        """
        从不敲定的 Promise 毫无动静：没有值，没有错误，也没有处理函数运行。常见原因有三种。该敲定它的代码漏了一\
        条路径，resolver 也随之释放：这是泄漏。两个 Promise 互相等待：循环。或者工作只是慢，那不算错误。
        """),
      LocalizedText(
        "What hangs is rarely what is wrong: look for the promise at the root, on which the others wait.",
        "卡住的往往不是出错的那个：要找的是根部的 Promise，别的都在等它。"),
    ],
    notes: [
      LessonNote(
        at: "weather", .released,
        LocalizedText(
          "Freed while pending. Nothing can ever settle it, and `show weather` hangs because of it.",
          "在待定时被释放。再也没有谁能敲定它，`show weather` 因此卡住。")),
      LessonNote(
        at: "tide", .rejected,
        LocalizedText(
          """
          In most libraries, these two would wait forever. This one notices the cycle when it closes, and \
          rejects.
          """,
          "在多数库里，这两个会永远等下去。这个库在循环闭合时就发现了，并予以拒绝。")),
      LessonNote(
        at: "letter", .fulfilled,
        LocalizedText(
          "Four seconds were long, but not a hang. Do not confuse slow with stuck.",
          "四秒虽长，却不是卡住。别把慢和卡住混为一谈。")),
    ],
    summary: [
      LocalizedText(
        """
        Settle on every path of a callback, also when it reports an error. Give requests a time limit. Do not \
        let two promises need each other. `e` jumps to the next problem, and `w` says what a promise waits for, \
        down to the root.
        """,
        """
        回调的每条路径都要敲定，报告错误时也一样。请求要有时限。不要让两个 Promise 互相等待。按 `e` 跳到下一个问\
        题，按 `w` 查看一个 Promise 在等什么，一直追到根因。
        """)
    ],
    asks: [.leak, .passRejection, .adoption, .catchRuns, .catchPassesOn],
    scenario: "hangs")
}
