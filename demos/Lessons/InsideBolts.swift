// Lesson: What Bolts does inside: continuations, where they run, and cancellation tokens. Owns its texts; the scenario is `bolts-
// cancellation`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// What Bolts does inside: continuations, where they run, and cancellation tokens.
  static let insideBolts = Lesson(
    name: "inside-bolts",
    title: LocalizedText("Inside Bolts", "Bolts 的内部"),
    prerequisites: ["cancellation"],
    introduction: [
      LocalizedText(
        """
        A BFTask holds an array of callbacks. Completing the task runs them, in order, inside the call that \
        completes it, unless an executor says otherwise. A continuation that is added to a completed task runs \
        at once, inside the call that adds it. So the line after it may run later than the block.
        """,
        """
        BFTask 存着一个回调数组。完成任务的那次调用会按顺序运行它们，除非 executor 另有安排。给已完成的任务添加\
        延续，它就在添加的那次调用里立即运行。所以，block 会先执行，然后才轮到下一行。
        """),
      LocalizedText(
        """
        A cancellation token is checked before a continuation starts. If it was canceled, the continuation does \
        not run, and its task is canceled. The work that the token was not given to does not notice anything.
        """,
        """
        延续开始之前会检查取消令牌。如果已经取消，延续就不运行，它的任务变为已取消。没有拿到令牌的工作对此一无所\
        知。
        """),
    ],
    notes: [
      LessonNote(
        at: "show thumbnail", .fulfilled,
        LocalizedText(
          "The token was not canceled yet.",
          "这时令牌还没有取消。")),
      LessonNote(
        at: "load photo", .fulfilled,
        LocalizedText(
          "The user left 800 ms ago, and the download ran to its end, because it does not know the token.",
          "用户 800 毫秒前就离开了，下载还是一直进行到结束：没有人把令牌交给它。")),
      LessonNote(
        at: "show photo", .rejected,
        LocalizedText(
          "Canceled instead of run, because of the token.",
          "因为令牌，它没有运行，而是变为已取消。")),
      LessonNote(
        at: "late", .fulfilled,
        LocalizedText(
          "It ran inside `continueOnSuccessWith`, between the notes before and after.",
          "它在 `continueOnSuccessWith` 之内运行，正好在前后两条记录之间。")),
    ],
    summary: [
      LocalizedText(
        """
        Bolts runs continuations inside the completing call; Google Promises and PromiseKit dispatch them to a \
        queue. Both run them in the order of registration. See also `pscope demo bolts-continuation`.
        """,
        """
        Bolts 在完成任务的调用里运行延续；Google Promises 和 PromiseKit 把它们派发到队列。两种做法都按登记顺序。\
        另见 `pscope demo bolts-continuation`。
        """)
    ],
    scenario: "bolts-cancellation")
}
