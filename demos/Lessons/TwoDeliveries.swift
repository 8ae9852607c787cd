// Lesson: Why one promise cannot deliver twice, seen on a list that is shown from the cache and then from the server. Owns its texts; the
// scenario is `list-loader`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Why one promise cannot deliver twice, seen on a list that is shown from the cache and then from the server.
  static let twoDeliveries = Lesson(
    name: "two-deliveries",
    title: LocalizedText("One promise cannot deliver twice", "一个 Promise 不能交付两次"),
    prerequisites: ["errors"],
    introduction: [
      LocalizedText(
        """
        A list screen should not be empty while the server takes its time. So it shows the list from the cache \
        first, and the server's page when it arrives: two deliveries. One promise cannot do that, because it is \
        settled only once. Once it is settled with the cached list, it can never deliver the page.
        """,
        """
        服务器慢吞吞的时候，列表界面不应该空着。所以它先显示缓存里的列表，等服务器的一页到了再显示那一页：一共交\
        付两次。一个 Promise 做不到，因为它只敲定一次。一旦用缓存的列表敲定了它，就再也不能通过它交付那一页。
        """),
      LocalizedText(
        """
        The solution is not a promise with two values, but a flow of promises in which each delivery is a \
        promise of its own. Look for `deliver local` and `deliver remote`, and for what the list shows after \
        each. A wide terminal draws the list beside the tree.
        """,
        """
        办法不是造一个有两个值的 Promise，而是一串 Promise，每次交付各是一个。请找出 `deliver local` 和 `deliver \
        remote`，以及每次之后列表显示了什么：终端够宽时，列表就画在树的旁边。
        """),
    ],
    notes: [
      LessonNote(
        at: "deliver local", .fulfilled,
        LocalizedText(
          "The first delivery: the list of an earlier visit is on the screen.",
          "第一次交付：上次留下的列表已经上屏。")),
      LessonNote(
        at: "load remote", .created,
        LocalizedText(
          """
          Only now is the server asked. Had the cache been unreadable, `local or nothing` would have replaced \
          the error, and this request would start all the same.
          """,
          "到这时才去问服务器。假如缓存读不出来，`local or nothing` 会替换那个错误，这个请求照样发出。"),
        given: .happens("local or nothing", .created), .happens("deliver local", .fulfilled)),
      LessonNote(
        at: "deliver remote", .fulfilled,
        LocalizedText(
          "The second delivery, through another promise. Nothing was settled twice.",
          "第二次交付，通过另一个 Promise。没有哪个 Promise 敲定了两次。"),
        given: .happens("deliver local", .fulfilled)),
      LessonNote(
        at: "keep the list", .fulfilled,
        LocalizedText(
          "The end of the flow: the list that is shown, merged and saved.",
          "流程到此结束：屏幕上的列表已经合并并保存。"),
        given: .happens("save", .fulfilled)),
    ],
    summary: [
      LocalizedText(
        """
        One promise, one outcome. What happens several times needs several promises, or something that is not a \
        promise, such as a callback, a progress report, or a stream. Try `pscope demo list-loader --failure \
        remote`: the second delivery fails, and the first one stays on the screen.
        """,
        """
        一个 Promise，一个结果。要发生多次的事，需要多个 Promise，或者用不是 Promise 的东西：回调、进度报告、流。\
        试试 `pscope demo list-loader --failure remote`：第二次交付失败，第一次的内容仍留在屏幕上。
        """)
    ],
    asks: [.adoption, .passValue, .combinator],
    scenario: "list-loader")
}
