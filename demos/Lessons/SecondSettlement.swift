// Lesson: Misconception: a second settlement replaces the first. Owns its texts; the scenarios are `settled-twice` and `settled-twice-
// fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: a second settlement replaces the first.
  static let secondSettlement = Lesson(
    name: "second-settlement",
    title: LocalizedText("Misconception: the last settlement wins", "误解：最后一次敲定说了算"),
    prerequisites: ["promise"],
    introduction: [
      LocalizedText(
        """
        A promise is settled by the first call of `fulfill` or `reject`. Every later call is refused, in every \
        library, and usually silently.
        """,
        """
        第一次调用 `fulfill` 或 `reject` 就敲定了 Promise。之后的调用一概被拒收，每个库都如此，而且通常一声不响。
        """),
      LocalizedText(
        """
        The callback here has an error, and the closure forgets to return after it. Which outcome does \
        `download` have in the end?
        """,
        "这里的回调带着一个错误，而闭包处理之后忘了返回。`download` 最后的结果是哪一个？"),
    ],
    notes: [
      LessonNote(
        at: "download", .rejected,
        LocalizedText(
          "The first call decides.",
          "第一次调用说了算。")),
      LessonNote(
        at: "download", .ignored,
        LocalizedText(
          "Refused. In the other order, the empty page would have won, and the error would be lost.",
          "被忽略。假如顺序反过来，赢的就是空白页面，错误则丢失了。")),
    ],
    summary: [
      LocalizedText(
        """
        One call on each path. `seal.resolve(page, error)` in PromiseKit makes that one line. If something is \
        delivered several times, one promise is the wrong tool.
        """,
        """
        每条路径只调用一次。PromiseKit 的 `seal.resolve(page, error)` 一行就够。如果要交付好几次，就不该用一个 \
        Promise。
        """)
    ],
    asks: [.secondSettlement, .bodyAtOnce, .recovery, .passRejection],
    scenario: "settled-twice",
    repairedScenario: "settled-twice-fixed")
}
