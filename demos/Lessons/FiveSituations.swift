// Lesson: The five asynchronous situations, on one clock. Owns its texts; the scenario is `five-situations`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// The five asynchronous situations, on one clock.
  static let fiveSituations = Lesson(
    name: "situations",
    title: LocalizedText("The five asynchronous situations", "五种异步情形"),
    prerequisites: ["chain"],
    introduction: [
      LocalizedText(
        """
        Nearly everything that an app waits for is one of five situations: one request; several in a row; \
        several at once, all of them needed; several at once, the first one is enough; and a mixture of rows and \
        groups.
        """,
        """
        应用要等的事，几乎都是这五种情形之一：一个请求；几个请求依次进行；几个同时进行，全都需要；几个同时进行，\
        最快的一个就够；以及前面几种的混合。
        """),
      LocalizedText(
        """
        Here are all five on one clock. A request takes as many seconds as the digit at the end of its name. How \
        long does each of the five take?
        """,
        "这里五种情形共用一个时钟。每个请求所需的秒数，就是它名字末尾的数字。五种情形各需要多久？"),
    ],
    notes: [
      LessonNote(
        at: "parallel, one", .fulfilled,
        LocalizedText(
          "The race is over, and `any 2` is still pending. Nothing has stopped it.",
          "race 已经结束，而 `any 2` 仍然待定，没有谁叫它停下。")),
      LessonNote(
        at: "parallel, all", .fulfilled,
        LocalizedText(
          "Complete when the slowest is, not after the sum of the times.",
          "最慢的完成时就齐了，不是把时间加起来。")),
      LessonNote(
        at: "serial", .fulfilled,
        LocalizedText(
          "One second and two more: in a row, times add up.",
          "一秒再加两秒：依次进行，时间相加。")),
      LessonNote(
        at: "serial and parallel", .fulfilled,
        LocalizedText(
          "1 + 2 + 1: only the longest of the parallel part counts.",
          "1 + 2 + 1：并行的部分只算最长的那个。")),
    ],
    summary: [
      LocalizedText(
        """
        A row costs the sum, a group costs its slowest member, a race costs its fastest. If steps do not need \
        each other's values, start them together. pscope demo serial, parallel-all, parallel-one and \
        serial-parallel show each situation alone.
        """,
        """
        依次进行用时相加，全部等齐看最慢的，只取其一看最快的。互不需要对方结果的步骤，应当同时开始。pscope demo \
        serial、parallel-all、parallel-one、serial-parallel 分别单独演示它们。
        """)
    ],
    asks: [.loser, .combinator, .adoption, .returnedPromise],
    scenario: "five-situations")
}
