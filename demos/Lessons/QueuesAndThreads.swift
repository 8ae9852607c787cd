// Lesson: Who runs a handler, and why a handler is queued. Owns its texts; the scenarios are `slow-handler` and `slow-handler-fixed`.

import ChainLessons
import PromiseTrace

extension Lesson {
  /// Who runs a handler, and why a handler is queued.
  static let queuesAndThreads = Lesson(
    name: "queues",
    title: LocalizedText("Queues and threads", "队列与线程"),
    prerequisites: ["chain"],
    introduction: [
      LocalizedText(
        """
        A handler never runs inside the call that settles its promise, unless you ask for that. It is put on a \
        queue: the main queue by default in Google Promises and PromiseKit, another one if you name it. So a \
        promise can have its value while its handler still waits, because the queue is busy with something else.
        """,
        """
        处理函数不会在敲定 Promise 的那次调用里运行，除非你要求如此。它被放进队列：Google Promises 和 PromiseKit \
        默认用主队列，也可以指定别的。所以，值已经到了，处理函数却可能还在等，因为队列正忙着别的事。
        """),
      LocalizedText(
        "Here, three handlers share a serial queue called `images`. The first one computes for 1.6 seconds.",
        "这里有三个处理函数共用一个串行队列 `images`。第一个要计算 1.6 秒。"),
    ],
    notes: [
      LessonNote(
        at: "download album", .fulfilled,
        LocalizedText(
          "Three handlers are enqueued now, in the order in which they were registered. Only one can run.",
          "三个处理函数现在入队，按登记的先后。同一时刻只能运行一个。")),
      LessonNote(
        at: "crop Ada", .started,
        LocalizedText(
          """
          It needed no time at all, and waited 1.6 seconds for its turn. The tree shows that time as queued.
          """,
          "它自己几乎不花时间，却排了 1.6 秒的队。树上把这段时间标为排队。")),
      LessonNote(
        at: "both avatars", .fulfilled,
        LocalizedText(
          "Everything that waits for the two avatars is late as well.",
          "等待这两个头像的一切也跟着迟到。")),
    ],
    summary: [
      LocalizedText(
        """
        Ask two questions of a late handler: when did its promise have the value, and when did its queue have \
        time? Long computations belong on a queue of their own; the repaired version shows that. Never block a \
        queue to wait for a promise that needs the same queue: `pscope demo blocking-wait`.
        """,
        """
        处理函数迟到时要问两件事：它的值何时到，它的队列何时有空？长时间的计算应该有自己的队列，改好的对照就是这\
        样。千万不要为等待某个 Promise 而阻塞它需要的队列：`pscope demo blocking-wait`。
        """)
    ],
    scenario: "slow-handler",
    repairedScenario: "slow-handler-fixed")
}
