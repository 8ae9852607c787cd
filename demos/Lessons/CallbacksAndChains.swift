// Lesson: Nested callbacks beside a chain, on the same clock, with a failing step. Owns its texts; the scenario is `login-contacts`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Nested callbacks beside a chain, on the same clock, with a failing step.
  static let callbacksAndChains = Lesson(
    name: "callbacks",
    title: LocalizedText("Callbacks against chains", "回调与链"),
    prerequisites: ["errors"],
    introduction: [
      LocalizedText(
        """
        Log in, ask for a token, fetch the contacts: three requests, each of which needs the result of the \
        previous one. With callbacks, each request starts inside the callback of the previous one. The code \
        moves to the right, and each level has to check for an error and pass it on by hand: three failure paths \
        for three requests. This is callback hell.
        """,
        """
        登录、要令牌、取联系人：三个请求，每个都需要前一个的结果。用回调来写，每个请求都在前一个的回调里发出。代\
        码不断右移，每一层都要检查错误、手工传出去：三个请求，三条失败路径。这就是回调地狱。
        """),
      LocalizedText(
        """
        As a chain, the same steps stand one below the other, and one handler at the end serves all of them. \
        Both versions run here at the same time, and in both the server refuses the same request.
        """,
        """
        写成链，同样的步骤一个接一个往下排，末尾一个处理函数管住全部。两种写法在这里同时运行，服务器都拒绝同一个请求。
        """),
    ],
    notes: [
      LessonNote(
        at: "callback: log in", .fulfilled,
        LocalizedText(
          """
          The next request starts inside this callback. In the tree it hangs one level deeper, as in the code.
          """,
          "下一个请求在这个回调里发出。它在树里也深一层，和代码一样。")),
      LessonNote(
        at: "callback: token", .rejected,
        LocalizedText(
          "Only this callback knows of the error. It must not forget to report it to its caller.",
          "只有这个回调知道出错了。它千万不能忘记告诉调用者。")),
      LessonNote(
        at: "contacts", .rejected,
        LocalizedText(
          """
          In the chain, no code had to pass the error on: it flowed down by itself, and the request for the \
          contacts never started.
          """,
          "在链里，不需要谁来传递错误：它自己往下流，取联系人的请求根本没有发出。"),
        given: .never("fetch contacts", .created)),
    ],
    summary: [
      LocalizedText(
        """
        Both take the same time and do the same work. A chain adds what callbacks lack: each step is visible \
        with its value, and an error finds its handler without help. Run the lesson again with another failing \
        step: `pscope demo login-contacts --fails contacts`.
        """,
        """
        两者用时相同，做的事也相同。链的好处是：每一步和它的值都看得见，错误会自己传到处理函数，不必一层层转交。换一个失\
        败的步骤再看一遍：`pscope demo login-contacts --fails contacts`。
        """)
    ],
    scenario: "login-contacts",
    options: ["--fails", "token"])
}
