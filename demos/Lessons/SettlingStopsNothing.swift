// Lesson: Misconception: a promise that is settled has stopped its work. Owns its texts; the scenarios are `settling-stops-nothing` and
// `settling-stops-nothing-fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Misconception: a promise that is settled has stopped its work.
  static let settlingStopsNothing = Lesson(
    name: "settling-stops-nothing",
    title: LocalizedText("Misconception: settling stops the work", "误解：敲定就停止了工作"),
    prerequisites: ["cancellation"],
    introduction: [
      LocalizedText(
        """
        `timeout` settles a promise when the time is over. It does not know how to stop what the promise stands \
        for. The same is true for `race`: the losers run on.
        """,
        """
        时间一到，`timeout` 就敲定一个 Promise。至于 Promise 背后的工作，它并不知道怎么停。`race` 也一样：落败者\
        照样跑下去。
        """),
      LocalizedText(
        """
        A letter takes 2.5 seconds, the limit is 1.5. After that it is sent once more. How many letters arrive?
        """,
        "一封信要 2.5 秒，时限是 1.5 秒。超时之后又寄了一次。会有几封信寄到？"),
    ],
    notes: [
      LessonNote(
        at: "at most 1.5 s", .rejected,
        LocalizedText(
          "The chain has given up on the letter. The letter has not given up.",
          "链已经放弃了这封信，信却没有放弃。")),
      LessonNote(
        at: "send letter 1", .fulfilled,
        LocalizedText(
          "It arrives after all. A payment instead of a letter would now be made twice.",
          "它还是到了。假如寄的不是信而是付款，现在就付了两次。")),
    ],
    summary: [
      LocalizedText(
        """
        Stop the work itself: with `cancelsSource` and a handler for cancellation, as in the repaired version, or \
        with a token in Bolts. If it cannot be stopped, make doing it twice harmless.
        """,
        """
        要停就停工作本身：像改好的版本那样用 `cancelsSource` 和取消处理函数，或者用 Bolts 的令牌。如果停不了，就\
        要让做两次也无害。
        """)
    ],
    scenario: "settling-stops-nothing",
    repairedScenario: "settling-stops-nothing-fixed")
}
