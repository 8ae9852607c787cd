// The exercises in the order in which they are proposed: the nine misconceptions, rules of `check`, and the list loader. Owns the order and the
// texts of the misconceptions. A new exercise is an entry here and a folder in `exercises`.

import ChainAnalysis
import LessonEngine
import PlainText

enum ExerciseCatalog {
  static let all = misconceptions + rules

  /// The exercise with a name.
  static func named(_ name: String) -> Exercise? { all.first { $0.name == name } }

  private static let misconceptions = [
    Exercise(
      name: "forgotten-return", title: Text("Saved too early", "还没写完就说已保存"),
      story: Text(
        "The program writes settings and then says that they are saved. It says so while they are still being written.",
        "程序写入设置，写完后报告已保存。现在设置还在写，它就报告了。"),
      hints: [
        Text(
          "Look at the tree: which row has settled before the work that it started?",
          "看这棵树：哪一行在它启动的工作完成之前就敲定了？"),
        Text(
          "A chain waits for what a handler returns, and for nothing else.", "链只等处理函数返回的东西，别的都不等。"),
        Text("Return the promise of `write` from the handler.", "在处理函数里返回 `write` 的 Promise。"),
      ],
      lessons: ["chain", "forgotten-return"], rules: [.missingAwait, .missingReturn, .floatingPromise],
      prints: ["saving", "settings of Ada written", "saved"], works: ["write": 1]),
    Exercise(
      name: "executor-timing", title: Text("One photo after another", "照片一张一张地发"),
      story: Text(
        "The server takes one photo at a time, so the program should send the next one when the former has arrived. It sends both at once.",
        "服务器一次只收一张照片，所以要等前一张送达再发下一张。现在程序同时发出了两张。"),
      hints: [
        Text("Look at the moments at which the rows start.", "看看各行是在什么时刻开始的。"),
        Text(
          "A promise is no plan: its work has started when it exists. Waiting for it does not start it.",
          "Promise 不是计划：它存在时，工作就已经开始了。等待它并不会启动它。"),
        Text(
          "Call `upload` for a photo only when the one before it has been sent.", "前一张发完之后，再为下一张调用 `upload`。"),
      ],
      lessons: ["promise"],
      prints: [
        "sending beach", "beach sent", "sending pier", "pier sent", "all sent",
      ], works: ["upload": 2]),
    Exercise(
      name: "catch-or-recover", title: Text("A missing avatar", "没有头像"),
      story: Text(
        "There is no avatar, so the program should say that and show `placeholder.png`. The page shows no picture.",
        "没有头像时，程序应该说明这一点，并显示 `placeholder.png`。现在页面上没有图片。"),
      hints: [
        Text(
          "What does the next handler get from the one that deals with the error?",
          "处理错误的那个函数，给了下一个处理函数什么？"),
        Text(
          "In JavaScript, `catch` hands on what its function returns. In Swift, `catch` only looks at the error, and `recover` replaces it by a value.",
          "在 JavaScript 里，`catch` 把函数的返回值传下去。在 Swift 里，`catch` 只能旁观，`recover` 才能用一个值代替错误。"),
        Text(
          "Let the handler of the error return `placeholder.png`; in Swift, make it a `recover`.",
          "让失败处理函数返回 `placeholder.png`；在 Swift 里把它改成 `recover`。"),
      ],
      lessons: ["errors"], rules: [.unhandledRejection],
      prints: ["there is no avatar", "show placeholder.png"], works: ["loadAvatar": 1]),
    Exercise(
      name: "settling-stops-nothing", title: Text("The letter that arrives twice", "送到两次的信"),
      story: Text(
        "Letter 1 takes too long, so the program sends letter 2. Only letter 2 should arrive. Both do.",
        "第一封信太慢，于是程序发了第二封。应该只有第二封送达，现在两封都到了。"),
      hints: [
        Text(
          "The time limit was up. Look at whether the first `send` went on after that.",
          "时限到了。看看第一个 `send` 之后是不是还在继续。"),
        Text(
          "A promise is a result. That nobody waits for it stops no work; canceling does.",
          "Promise 代表结果。没人等它了，工作也不会停；取消才会。"),
        Text(
          "Swift: `timeout(0.06, cancelsSource: true)`. JavaScript: give `send` the signal of an `AbortController`, and abort it in the `catch`.",
          "Swift：`timeout(0.06, cancelsSource: true)`。JavaScript：把 `AbortController` 的 signal 传给 `send`，在 `catch` 里调用 abort。"
        ),
      ],
      lessons: ["cancellation", "settling-stops-nothing"], rules: [.uncanceledSource],
      prints: ["too late", "letter 2 arrives"], avoids: ["letter 1 arrives"], works: ["send": 2]),
    Exercise(
      name: "second-settlement", title: Text("The error that came second", "晚到一步的错误"),
      story: Text(
        "The server is down, so the program should say that there is no page. It shows a page of 0 characters.",
        "服务器没有响应，程序应该说没有页面。现在它显示了一个 0 个字符的页面。"),
      hints: [
        Text("How often does the callback settle the promise?", "回调敲定了这个 Promise 几次？"),
        Text(
          "The first settlement counts, and every later one is ignored.", "第一次敲定算数，之后的都被忽略。"),
        Text(
          "Settle it on each path once: reject if there is an error, and fulfill otherwise.",
          "每条路径只敲定一次：有错误就拒绝，否则兑现。"),
      ],
      lessons: ["promise"], rules: [.settledTwice],
      prints: ["no page: the server is down"], avoids: ["0 characters"], works: ["download": 1]),
    Exercise(
      name: "two-handlers", title: Text("An empty page", "空白页面"),
      story: Text(
        "The page that arrives is empty, so `show` throws, and the program should say sorry. Nothing hears of the error.",
        "到达的页面是空的，`show` 抛出了错误，程序应该道歉。现在没有谁得知这个错误。"),
      hints: [
        Text("Which promise do the two handlers belong to?", "这两个处理函数属于哪个 Promise？"),
        Text(
          "Both wait for `loadPage`. What one of them throws is for a handler further down.",
          "两个都在等 `loadPage`。其中一个抛出的错误，要由更下游的处理函数来接。"),
        Text("Put the handler of the error into a `catch` below.", "把失败处理函数放进下面的 `catch`。"),
      ],
      lessons: ["errors"], rules: [.unhandledRejection],
      prints: ["the page arrives", "sorry: the page is empty"], works: ["loadPage": 1]),
    Exercise(
      name: "nested-chain", title: Text("A chain to the right", "向右长的链"),
      story: Text(
        "Each step is inside the one before, and the shop is closed. The program should say sorry and not that it is ready.",
        "每一步都写在前一步里面，而商店关门了。程序应该道歉，而不是说已就绪。"),
      hints: [
        Text("Which rows does the outer chain wait for?", "外层的链等的是哪些行？"),
        Text(
          "Let each handler return the promise of its request. The next step then goes below it, and no longer inside.",
          "让每个处理函数返回它那个请求的 Promise。这样下一步就写在它下面，不必写在里面。"),
        Text(
          "`logIn`, `user`, `orders`, and `show` in one chain; the `catch` at its end hears of all their errors.",
          "把 `logIn`、`user`、`orders` 和 show 排成一条链；末尾的 `catch` 能接到它们所有的错误。"),
      ],
      lessons: ["callbacks", "nested-chain"],
      rules: [.unhandledRejection, .missingReturn, .missingAwait, .nestedChain, .floatingPromise],
      prints: ["hello, Ada", "sorry: the shop is closed"], avoids: ["ready"],
      works: ["logIn": 1, "user": 1, "orders": 1]),
    Exercise(
      name: "for-each", title: Text("Three photos sent, or not", "三张照片，发了没有"),
      story: Text(
        "The program sends three photos and says so when the last one has arrived. It says so before the first one.",
        "程序发三张照片，最后一张送达后报告。现在第一张还没到，它就报告了。"),
      hints: [
        Text("What does the loop do with the promises that it gets?", "循环拿到的那些 Promise，都怎么样了？"),
        Text(
          "A loop waits for nothing. `all` makes one promise of several.", "循环不等待任何东西。`all` 把几个 Promise 合成一个。"),
        Text(
          "Map the photos to promises; return or await `all` of them.", "用 map 得到一组 Promise，再 await（或返回）`Promise.all`。"),
      ],
      lessons: ["for-each"], rules: [.missingReturn, .missingAwait, .floatingPromise],
      prints: ["fog arrives", "3 photos sent"], works: ["upload": 3]),
    Exercise(
      name: "unhandled-branch", title: Text("No cake", "没有蛋糕"),
      story: Text(
        "Two chains start at the same user. The birthday is missing, so the second one should say that there is no cake. The error reaches no handler.",
        "两条链从同一个用户开始。生日缺失，第二条链应该说没有蛋糕。现在没有处理函数接住这个错误。"),
      hints: [
        Text("Follow the error down its branch: where does it leave the tree?", "沿着分支往下跟这个错误：它在哪里离开了树？"),
        Text(
          "The `catch` next door belongs to another branch.", "旁边的 `catch` 属于另一条分支。"),
        Text(
          "End the second chain with a `catch` that prints `no cake: no birthday`.",
          "在第二条链的末尾加上 `catch`，打印 `no cake: no birthday`。"),
      ],
      lessons: ["unhandled-branch"], rules: [.unhandledRejection],
      prints: ["hello, Ada", "no cake: no birthday"], works: ["loadUser": 1]),
  ]
}
