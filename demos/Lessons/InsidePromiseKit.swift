// Lesson: What PromiseKit keeps inside a promise: version 4's State, version 6's Box, and the token of a rejection. Owns its texts; the
// scenario is `promisekit-state`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// What PromiseKit keeps inside a promise: version 4's State, version 6's Box, and the token of a rejection.
  static let insidePromiseKit = Lesson(
    name: "inside-promisekit",
    title: LocalizedText("Inside PromiseKit", "PromiseKit 的内部"),
    prerequisites: ["promise", "errors"],
    introduction: [
      LocalizedText(
        """
        Inside, a promise is little more than a variable with two cases: handlers that wait, or an outcome. In \
        PromiseKit 4 it is called State. An unsealed state holds handlers; sealing it replaces them with a \
        resolution, under a barrier, so that it can happen only once. In PromiseKit 6 it is called Box, and an \
        EmptyBox becomes sealed in the same way.
        """,
        """
        Promise 的内部不过是一个有两种情况的变量：要么是等待的处理函数，要么是结果。PromiseKit 4 把它叫 State：\
        未封的 State 存着处理函数；封上时在 barrier 之内换成 Resolution，所以只能发生一次。PromiseKit 6 把它叫 \
        Box，EmptyBox 也是这样被封上的。
        """),
      LocalizedText(
        """
        A rejection in version 4 carries an ErrorConsumptionToken. A `catch` consumes it. If the token is freed \
        and nothing has consumed it, the error is reported as unhandled.
        """,
        """
        第 4 版的拒绝带着一个 ErrorConsumptionToken。`catch` 会消费它。如果令牌被释放时还没有谁消费，这个错误就\
        报告为未处理。
        """),
    ],
    notes: [
      LessonNote(
        at: "first, State", .created,
        LocalizedText(
          "The handler is stored, and the notes show what the State holds.",
          "处理函数存了起来，记录里可以看到 State 里有什么。")),
      LessonNote(
        at: "State", .fulfilled,
        LocalizedText(
          """
          Sealed: the list of handlers is replaced by the outcome, and the handlers are run in the order of \
          registration.
          """,
          "封上了：处理函数的列表换成了结果，然后按登记顺序运行。")),
      LessonNote(
        at: "State", .ignored,
        LocalizedText(
          "Sealed once. The second letter is refused, by both versions.",
          "只封一次。第二封信被拒收，两个版本都一样。")),
      LessonNote(
        at: "read it", .unhandled,
        LocalizedText(
          """
          No `catch` consumed the token, so its end reports the error. This library does the same for every \
          vocabulary.
          """,
          "没有 `catch` 消费这个令牌，它释放时就报告了错误。无论用哪套 API，本库都这样报告。")),
    ],
    summary: [
      LocalizedText(
        """
        State and Box are the same idea under two names. What has changed is how a forgotten error is noticed: \
        at run time by the token in version 4; by a warning of the compiler about the unused result in version \
        6. See also `pscope demo promisekit-box` and catch-policies.
        """,
        """
        State 和 Box 是同一个想法的两个名字。变的是怎样发现被遗忘的错误：第 4 版靠令牌在运行时发现，第 6 版靠编\
        译器对未使用结果的警告。另见 `pscope demo promisekit-box` 和 catch-policies。
        """)
    ],
    asks: [.order, .unhandled, .secondSettlement, .passRejection],
    scenario: "promisekit-state")
}
