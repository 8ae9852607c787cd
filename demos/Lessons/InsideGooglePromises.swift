// Lesson: What Google Promises keep inside a promise: observers, pending objects, and a dispatch group for tests. Owns its texts; the
// scenario is `google-observers`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// What Google Promises keep inside a promise: observers, pending objects, and a dispatch group for tests.
  static let insideGooglePromises = Lesson(
    name: "inside-google",
    title: LocalizedText("Inside Google Promises", "Google Promises 的内部"),
    prerequisites: ["promise"],
    introduction: [
      LocalizedText(
        """
        FBLPromise has a state, a value or an error, and an array of observers. Each `then`, `catch` and \
        `always` adds an observer while the promise is pending; if it is settled already, the observer is \
        dispatched at once to its queue. It is never called inside the call that registers it.
        """,
        """
        FBLPromise 有一个状态、一个值或错误，以及一个观察者数组。Promise 待定时，每个 `then`、`catch`、`always` \
        都往里加一个观察者；如果已经敲定，观察者就立即派发到它的队列，但绝不会在登记它的那次调用里被调用。
        """),
      LocalizedText(
        """
        A promise can also keep objects alive while it is pending. And a dispatch group counts pending promises, \
        so that a test can wait for all of them.
        """,
        """
        Promise 在待定期间还会强引用指定的对象。另有一个 dispatch group 统计待定的 Promise，测试可以等它们全\
        部完成。
        """),
    ],
    notes: [
      LessonNote(
        at: "fetch", .fulfilled,
        LocalizedText(
          """
          All observers are dispatched, in the order of registration. The array and the pending objects are \
          released.
          """,
          "所有观察者按登记顺序派发，数组和保活的对象随之释放。")),
      LessonNote(
        at: "errors only", .fulfilled,
        LocalizedText(
          "An observer for errors: its handler did not run, and the value passed through.",
          "只看错误的观察者：它的处理函数没有运行，值直接通过。")),
      LessonNote(
        at: "late observer", .created,
        LocalizedText(
          """
          The promise was settled a second ago. The observer is dispatched at once, yet not called here: compare \
          the order of the notes.
          """,
          "Promise 一秒前就敲定了。这个观察者立即派发，但不在这里调用：请比较几条记录的先后。")),
    ],
    summary: [
      LocalizedText(
        """
        One array of observers, one settlement, one dispatch for each observer. The main queue is the default: \
        FBLPromise.defaultDispatchQueue. The body of a new promise is dispatched there, too: unlike in PromiseKit and \
        ES6, it has not run yet when the call returns.
        """,
        """
        一个观察者数组，一次敲定，每个观察者派发一次。默认是主队列：FBLPromise.defaultDispatchQueue。新 Promise 的\
        函数体也派发到那里：与 PromiseKit 和 ES6 不同，调用返回时它还没有运行。
        """)
    ],
    scenario: "google-observers")
}
