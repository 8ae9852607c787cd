// Lesson: Combinators: what all, any, race, and allSettled take from the same inputs. Owns its texts; the scenario is `combinators`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Combinators: what all, any, race, and allSettled take from the same inputs.
  static let waitingForSeveral = Lesson(
    name: "combinators",
    title: LocalizedText("all, any, race, allSettled", "all、any、race 与 allSettled"),
    prerequisites: ["situations", "errors"],
    introduction: [
      LocalizedText(
        """
        A combinator makes one promise of several. The question is always the same: when is it settled, and with \
        whose outcome? `all` needs every value and gives up at the first error. `any` takes the first value, \
        `race` the first outcome of either kind, and `allSettled` waits for every input and never fails.
        """,
        """
        组合函数把几个 Promise 变成一个。要问的总是同一件事：它什么时候敲定，用谁的结果？`all` 需要每一个值，遇\
        到第一个错误就放弃。`any` 取第一个值，`race` 取第一个结果、不论好坏，`allSettled` 等齐所有的，从不失败。
        """),
      LocalizedText(
        """
        All four wait for the same three mirrors. Oslo fails after a second, Rome answers after two, Lima after \
        three.
        """,
        "四个组合函数等待同样的三个镜像。Oslo 一秒后失败，Rome 两秒后答复，Lima 三秒后答复。"),
    ],
    notes: [
      LessonNote(
        at: "race", .rejected,
        LocalizedText(
          """
          The first outcome was an error, and a race takes it. Rome and Lima continue: a combinator never stops \
          its inputs.
          """,
          "第一个结果是错误，race 就采用它。Rome 和 Lima 仍在继续：组合函数从不叫停它的输入。")),
      LessonNote(
        at: "all", .rejected,
        LocalizedText(
          "One missing value is enough: no later success can repair it.",
          "缺一个值就够了：之后再成功也补不回来。")),
      LessonNote(
        at: "any", .fulfilled,
        LocalizedText(
          "The error from Oslo was skipped. Only if every mirror failed would `any` be rejected.",
          "Oslo 的错误被略过。只有所有镜像都失败，`any` 才会被拒绝。")),
      LessonNote(
        at: "Lima", .fulfilled,
        LocalizedText(
          "Three of the four were settled long ago. Its file is needed by `allSettled` only.",
          "四个里面有三个早已敲定。只有 `allSettled` 还需要它的文件。")),
    ],
    summary: [
      LocalizedText(
        """
        Choose by what one failure means for you. And remember the losers: they run to the end, and cost time \
        and bandwidth. Google's `any` differs from ES6: it waits for all inputs and has a value or an error for \
        each (`pscope demo any-of-them`).
        """,
        """
        怎么选，取决于一个失败对你意味着什么。还要记得落败者：它们会一直跑完，照样花时间和流量。Google 的 `any` \
        与 ES6 不同：它等齐所有输入，每个各有一个值或错误（`pscope demo any-of-them`）。
        """)
    ],
    asks: [.combinator, .loser],
    scenario: "combinators")
}
