// The exercises about rules of `check`, and the list loader with a bug. Owns their texts.

import ChainAnalysis
import LessonEngine
import PlainText

extension ExerciseCatalog {
  static let rules = [
    Exercise(
      name: "never-settled", title: Text("Lost without a position", "找不到位置"),
      story: Text(
        "There is no position, so the program should say that there is no map. It waits, and says nothing.",
        "定位失败时，应提示没有地图。现在它一直在等，什么也不说。"),
      hints: [
        Text("Press `e`: which promise does everything wait for?", "按 `e`：一切都在等哪个 Promise？"),
        Text("Which path through the callback calls neither of the two functions?", "回调里的哪条路径，两个函数都没有调用？"),
        Text("Reject it with the error `no position` if there is no place.", "没有地点时，用错误 `no position` 拒绝它。"),
      ],
      lessons: ["hangs"], rules: [.neverSettled, .stuck],
      prints: ["looking", "no map: no position"], works: ["locate": 1]),
    Exercise(
      name: "swallowed-error", title: Text("An empty cart", "空购物车"),
      story: Text(
        "The server is down, so the program should say that there is no cart. It shows an empty one.",
        "服务器没有响应，程序应该说没有购物车。现在它显示了一个空的。"),
      hints: [
        Text("Where did the rejection turn into a value?", "拒绝是在哪里变成值的？"),
        Text(
          "The handler takes any error for an empty cart. The last handler knows what to say.",
          "这个处理函数把任何错误都当成空购物车。最后那个处理函数知道该说什么。"),
        Text("Remove the handler that returns an empty list.", "去掉返回空列表的那个处理函数。"),
      ],
      lessons: ["errors"], rules: [.swallowedError],
      prints: ["no cart: the server is down"], avoids: ["0 items in your cart"], works: ["loadCart": 1]),
    Exercise(
      name: "floating-promise", title: Text("A receipt that was not sent", "没发出的收据"),
      story: Text(
        "The receipt can't be sent, so the order should not be confirmed, and the program should say sorry. It ends with an error that nothing handled.",
        "收据发不出去，订单就不该确认，程序应该道歉。现在它因为一个没人处理的错误而结束。"),
      hints: [
        Text("Which call does nothing use?", "哪次调用的结果没人用？"),
        Text(
          "An error of an async function reaches only what awaits its promise.", "async 函数的错误，只会到达等待它的 Promise 的地方。"),
        Text("Await the call of `sendReceipt`.", "对 `sendReceipt` 的调用加上 `await`。"),
      ],
      lessons: ["await"], rules: [.floatingPromise, .unhandledRejection, .missingAwait],
      prints: ["sorry: no address for order 7"], avoids: ["order 7 is confirmed"], works: ["sendReceipt": 1]),
    Exercise(
      name: "serial-although-independent", title: Text("A slow page", "缓慢的页面"),
      story: Text(
        "A page has three parts, none of which needs another. They should be loaded at the same time, and are loaded one after another.",
        "页面有三个部分，彼此无关，本该同时加载。现在是一个接一个加载的。"),
      hints: [
        Text(
          "Look at the bars at the right of the tree: what is in flight beside what?", "看树右侧的时间条：哪些是同时进行的？"),
        Text("Each `await` holds up the next call.", "每个 `await` 都会挡住下一次调用。"),
        Text("Make all three calls first, and await `all` of them.", "先把三个调用都发出去，再等待它们的 `all`。"),
      ],
      lessons: ["combinators"], rules: [.serialAlthoughIndependent],
      prints: ["rain, the train is late, a new bridge"], works: ["ask": 3]),
    Exercise(
      name: "event-loop-blocked", title: Text("An answer that has to wait", "迟迟不来的回答"),
      story: Text(
        "The program counts primes and should answer hello meanwhile. The answer comes only after the count.",
        "程序在数素数，其间应该能回答 hello。现在要等数完了才回答。"),
      hints: [
        Text("How long does the body of `countPrimes` run without a stop?", "`countPrimes` 的函数体一口气运行了多久？"),
        Text(
          "While a body runs, no timer and no answer of the program gets its turn.", "函数体运行时，程序的定时器和回答都轮不到。"),
        Text(
          "Await `later(0)` every few thousand numbers.", "每数几千个数，就等待一次 `later(0)`。"),
      ],
      lessons: ["order"], rules: [.eventLoopBlocked],
      prints: ["hello", "78498 primes", "done"], works: ["countPrimes": 1, "answer": 1]),
    Exercise(
      name: "duplicate-request", title: Text("Asked twice", "问了两次"),
      story: Text(
        "Header and sidebar need the same profile, and one request is enough. The program makes two.",
        "页眉和侧栏需要同一份资料，请求一次就够。现在程序请求了两次。"),
      hints: [
        Text("Which two rows have the same name, at the same time?", "哪两行名字相同，时间也相同？"),
        Text(
          "A promise can have any number of handlers: the second caller can have that of the first.",
          "一个 Promise 可以有任意多个处理函数：第二个调用者可以拿第一个的。"),
        Text(
          "Keep the promise of the first call in a variable, and return it to every caller.",
          "把第一次调用的 Promise 存进变量，交给每个调用者。"),
      ],
      rules: [.duplicateRequest], prints: ["hello, Ada", "friends of Ada", "1 request"],
      most: ["later": 1, "work(_:seconds:giving:)": 1]),
    Exercise(
      name: "list-loader", title: Text("The list loader", "列表加载器"),
      story: Text(
        "The list is shown from the cache, then again from the server. The server is down, so the program should keep the list and say so. It says nothing.",
        "列表先显示缓存的内容，再显示服务器的内容。服务器没有响应，程序应该保留列表并说明。现在它什么也没说。"),
      hints: [
        Text("How often can `load` settle, and with what?", "`load` 能敲定几次，用什么敲定？"),
        Text(
          "A promise delivers once. Two deliveries are two promises.", "一个 Promise 只交付一次。两次交付就是两个 Promise。"),
        Text(
          "One chain: the cache, show, the server, show, and the `catch` at its end.",
          "写成一条链：缓存、显示、服务器、显示，末尾是 `catch`。"),
      ],
      lessons: ["two-deliveries"], rules: [.settledTwice, .unhandledRejection],
      prints: ["screen: a letter, a card", "kept the list: the server is down"],
      works: ["loadCache": 1, "loadServer": 1]),
  ]
}
