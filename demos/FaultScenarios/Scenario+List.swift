// The faults written for `PromiseScope`, each with its repaired version: their names and descriptions. Does not run them.

extension Scenario {
  /// The faults that import `PromiseScope`: a broken chain, named like the rule that finds it, and its repaired version `RULE-fixed`.
  package static let faultsInPromiseScope: [Scenario] =
    [
      Scenario(
        name: "find-the-fault", summary: "A product page with a hang, a swallowed error, and a slow step.",
        chinese: "一个商品页面，里面有一处卡住、一个被吞掉的错误和一个缓慢的步骤。",
        group: .faults,
        file: "FaultScenarios/FindTheFault.swift", flow: .findTheFault),
      Scenario(
        name: "hangs", summary: "A leak, a cycle, and a promise that is merely slow.",
        chinese: "一处泄漏、一个循环，和一个只是很慢的 Promise。",
        group: .faults, file: "FaultScenarios/Hangs.swift", flow: .hangs),
    ] + singleFaults

  private static let singleFaults: [Scenario] = pairs([
    Fault(
      "unhandled-rejection", "A chain without a handler for errors never shows that the server is down.",
      "One handler at the end takes the errors of the whole chain.",
      chinese: ("一条没有失败处理函数的链，从不显示服务器已经宕机。", "末尾的一个处理函数接住整条链的错误。"),
      "FaultScenarios/UnhandledRejection", .unhandledRejection, .unhandledRejectionFixed),
    Fault(
      "never-settled", "A callback forgets to reject, and the spinner turns forever.",
      "Every path of the callback settles the promise.",
      chinese: ("回调忘了调用 reject，加载动画永远转下去。", "回调的每条路径都会敲定 Promise。"),
      "FaultScenarios/NeverSettled", .neverSettled, .neverSettledFixed),
    Fault(
      "stuck", "A request without a time limit waits for a lost reply until the app is killed.",
      "A time limit turns the lost reply into an error.",
      chinese: ("一个没有时限的请求一直等待丢失的答复，直到应用被终止。", "时限把丢失的答复变成一个错误。"),
      "FaultScenarios/Stuck", isKilled: true, .stuck, .stuckFixed),
    Fault(
      "missing-return", "A handler starts to save and does not return the promise; success is reported too early.",
      "The handler returns the promise, and the next step waits.",
      chinese: ("处理函数开始保存，却没有返回那个 Promise；过早地报告成功。", "处理函数返回 Promise，下一步会等待。"),
      "FaultScenarios/MissingReturn", .missingReturn, .missingReturnFixed),
    Fault(
      "self-resolution", "A shared refresh is resolved with itself.",
      "The refresh is resolved with the server's answer.",
      chinese: ("共用的刷新 Promise 被自己 resolve。", "刷新以服务器的答复作为结果。"),
      "FaultScenarios/SelfResolution", .selfResolution, .selfResolutionFixed),
    Fault(
      "cycle", "The profile waits for the settings, and the settings wait for the profile.",
      "The settings no longer need the profile.",
      chinese: ("资料等待设置，设置又等待资料。", "设置不再需要资料。"), "FaultScenarios/Cycle", .cycle, .cycleFixed),
    Fault(
      "serial-although-independent", "Four forecasts, one after another, although none needs another.",
      "The four forecasts start together.",
      chinese: ("四个天气预报一个接一个，其实互不依赖。", "四个天气预报同时开始。"),
      "FaultScenarios/SerialAlthoughIndependent", .serialAlthoughIndependent, .serialAlthoughIndependentFixed),
    Fault(
      "blocking-wait", "A handler blocks the main queue for a promise that needs the main queue.",
      "The handler returns a promise instead of waiting for one.",
      chinese: ("处理函数阻塞主队列，等待一个需要主队列的 Promise。", "处理函数返回 Promise，而不是阻塞等待。"),
      "FaultScenarios/BlockingWait", .blockingWait, .blockingWaitFixed),
    Fault(
      "slow-handler", "Sharpening a poster occupies the queue on which two avatars wait.",
      "The slow work has a queue of its own.",
      chinese: ("锐化海报占住了队列，两个头像在后面排队。", "缓慢的工作有自己的队列。"), "FaultScenarios/SlowHandler", .slowHandler, .slowHandlerFixed),
    Fault(
      "queue-contention", "Thirty short queries stand in line for one database queue.",
      "One query reads all thirty rows.",
      chinese: ("三十个短查询排队等待同一个数据库队列。", "一个查询读出全部三十行。"), "FaultScenarios/QueueContention", .queueContention,
      .queueContentionFixed),
    Fault(
      "empty-combinator", "A race without runners has no winner and stays pending.",
      "An empty list is an error before the race starts.",
      chinese: ("没有参赛者的 race 没有赢家，一直待定。", "race 开始之前，空列表就是一个错误。"),
      "FaultScenarios/EmptyCombinator", .emptyCombinator, .emptyCombinatorFixed),
    Fault(
      "retry-storm", "An overloaded server is asked again five times a second.",
      "Three attempts, with a pause between them.",
      chinese: ("过载的服务器每秒被重试五次。", "只试三次，每次之间有停顿。"), "FaultScenarios/RetryStorm", .retryStorm, .retryStormFixed),
    Fault(
      "deep-chain", "A correct chain of 1,200 links, which is settled without recursion but never stops growing.",
      "A hundred lines per link keep the chain short.",
      chinese: ("一条 1,200 节的链：没有错误，敲定时也不递归，但它从不停止增长。", "每节一百行，链就很短。"), "FaultScenarios/DeepChain", options: [.count],
      .deepChain, .deepChainFixed),
    Fault(
      "uncanceled-source", "A search takes longer than its time limit, and works on for nothing.",
      "The time limit cancels the search.",
      chinese: ("一次搜索超过了时限，却继续白白工作。", "时限取消了搜索。"),
      "FaultScenarios/UncanceledSource", .uncanceledSource, .uncanceledSourceFixed),
    Fault(
      "duplicate-request", "Two views load the same profile at the same time.",
      "Both views wait for one promise.",
      chinese: ("两个视图同时加载同一份资料。", "两个视图等待同一个 Promise。"),
      "FaultScenarios/DuplicateRequest", .duplicateRequest, .duplicateRequestFixed),
    Fault(
      "n-plus-one", "One request loads eight books, and eight more load their authors.",
      "One request loads all authors.",
      chinese: ("一个请求加载八本书，又用八个请求加载作者。", "一个请求加载所有作者。"),
      "FaultScenarios/NPlusOne", .nPlusOne, .nPlusOneFixed),
  ])

  /// What misconceptions lead to: a broken chain, and its repaired version NAME-fixed.
  ///
  /// `missing-return`, `settled-twice`, and `swallowed-error` show three further ones.
  package static let misconceptions: [Scenario] = pairs([
    Fault(
      "executor-timing", "Three uploads meant to go one after another start together, because a promise is not a plan.",
      "Each upload is created when its turn comes.",
      chinese: ("三个本应依次进行的上传同时开始，因为 Promise 不是计划。", "轮到哪个上传，才创建哪个。"),
      group: .misconceptions,
      "FaultScenarios/ExecutorTiming", .executorTiming, .executorTimingFixed),
    Fault(
      "catch-or-recover", "A catch that was meant to replace an error passes it on, and the next step is skipped.",
      "A recover handler returns a value, and the chain continues.",
      chinese: ("本想用 catch 替换错误，它却把错误传了下去，下一步被跳过。", "recover 处理函数返回一个值，链继续下去。"),
      group: .misconceptions,
      "FaultScenarios/CatchOrRecover", .catchOrRecover, .catchOrRecoverFixed),
    Fault(
      "settling-stops-nothing",
      "A letter that came too late for its time limit still arrives, after it was sent again.",
      "The time limit cancels the work, and one letter arrives.",
      chinese: ("超过时限的信仍然寄到了，而它已经重寄过一次。", "时限取消了工作，只有一封信寄到。"),
      group: .misconceptions,
      "FaultScenarios/SettlingStopsNothing", .settlingStopsNothing, .settlingStopsNothingFixed),
    Fault(
      "two-handlers", "One of two handlers side by side fails, and the other one does not see its error.",
      "The handler for errors is one link below, and sees both.",
      chinese: ("并排的两个处理函数之一失败了，另一个看不到它的错误。", "失败处理函数在下一环，两种错误都看得到。"),
      group: .misconceptions,
      "FaultScenarios/TwoHandlers", .twoHandlers, .twoHandlersFixed),
    Fault(
      "nested-chain", "A chain nested like callbacks: nothing waits for the inner steps or hears of their errors.",
      "The same steps, one below the other, with one handler for all errors.",
      chinese: ("像回调一样嵌套的链：没有谁等待内层的步骤，也没有谁得知它们的错误。", "同样的步骤，一个接一个往下排，一个处理函数接住所有错误。"),
      group: .misconceptions,
      "FaultScenarios/NestedChain", .nestedChain, .nestedChainFixed),
    Fault(
      "for-each", "A loop starts three uploads, waits for none, and success is reported too early.",
      "all waits for every upload.",
      chinese: ("循环启动了三个上传，一个也不等，过早地报告成功。", "all 等待每一个上传。"),
      group: .misconceptions,
      "FaultScenarios/ForEach", .forEach, .forEachFixed),
    Fault(
      "unhandled-branch", "Two branches of one promise, of which only one has a handler for errors.",
      "Each branch ends in a handler of its own.",
      chinese: ("同一个 Promise 的两个分支，只有一个有失败处理函数。", "每个分支都以自己的处理函数结尾。"),
      group: .misconceptions,
      "FaultScenarios/UnhandledBranch", .unhandledBranch, .unhandledBranchFixed),
  ])
}
