// The faults written for `PromiseScope`, each with its repaired version: their names and descriptions. Does not run them.

import PlainText

extension Scenario {
  /// The faults that import `PromiseScope`: a broken chain, named like the rule that finds it, and its repaired version `RULE-fixed`.
  package static let faultsInPromiseScope: [Scenario] =
    [
      Scenario(
        name: "find-the-fault",
        summary: Text(
          "A product page with a hang, a swallowed error, and a slow step.", "一个商品页面，里面有一处卡住、一个被吞掉的错误和一个缓慢的步骤。"),
        group: .faults,
        file: "FaultScenarios/FindTheFault.swift", flow: .findTheFault),
      Scenario(
        name: "hangs",
        summary: Text("A leak, a cycle, and a promise that is merely slow.", "一处泄漏、一个循环，和一个只是很慢的 Promise。"),
        group: .faults, file: "FaultScenarios/Hangs.swift", flow: .hangs),
    ] + singleFaults

  private static let singleFaults: [Scenario] = Array(
    [
      fault(
        "unhandled-rejection",
        Text("A chain without a handler for errors never shows that the server is down.", "一条没有失败处理函数的链，从不显示服务器已经宕机。"),
        Text("One handler at the end takes the errors of the whole chain.", "末尾的一个处理函数接住整条链的错误。"),
        "FaultScenarios/UnhandledRejection", .unhandledRejection, .unhandledRejectionFixed),
      fault(
        "never-settled",
        Text("A callback forgets to reject, and the spinner turns forever.", "回调忘了调用 reject，加载动画永远转下去。"),
        Text("Every path of the callback settles the promise.", "回调的每条路径都会敲定 Promise。"),
        "FaultScenarios/NeverSettled", .neverSettled, .neverSettledFixed),
      fault(
        "stuck",
        Text(
          "A request without a time limit waits for a lost reply until the app is killed.",
          "一个没有时限的请求一直等待丢失的答复，直到应用被终止。"),
        Text("A time limit turns the lost reply into an error.", "时限把丢失的答复变成一个错误。"),
        "FaultScenarios/Stuck", isKilled: true, .stuck, .stuckFixed),
      fault(
        "missing-return",
        Text(
          "A handler starts to save and does not return the promise; success is reported too early.",
          "处理函数开始保存，却没有返回那个 Promise；过早地报告成功。"),
        Text("The handler returns the promise, and the next step waits.", "处理函数返回 Promise，下一步会等待。"),
        "FaultScenarios/MissingReturn", .missingReturn, .missingReturnFixed),
      fault(
        "self-resolution", Text("A shared refresh is resolved with itself.", "共用的刷新 Promise 被自己 resolve。"),
        Text("The refresh is resolved with the server's answer.", "刷新以服务器的答复作为结果。"),
        "FaultScenarios/SelfResolution", .selfResolution, .selfResolutionFixed),
      fault(
        "cycle", Text("The profile waits for the settings, and the settings wait for the profile.", "资料等待设置，设置又等待资料。"),
        Text("The settings no longer need the profile.", "设置不再需要资料。"), "FaultScenarios/Cycle", .cycle, .cycleFixed),
      fault(
        "serial-although-independent",
        Text("Four forecasts, one after another, although none needs another.", "四个天气预报一个接一个，其实互不依赖。"),
        Text("The four forecasts start together.", "四个天气预报同时开始。"),
        "FaultScenarios/SerialAlthoughIndependent", .serialAlthoughIndependent, .serialAlthoughIndependentFixed),
      fault(
        "blocking-wait",
        Text(
          "A handler blocks the main queue for a promise that needs the main queue.", "处理函数阻塞主队列，等待一个需要主队列的 Promise。"),
        Text("The handler returns a promise instead of waiting for one.", "处理函数返回 Promise，而不是阻塞等待。"),
        "FaultScenarios/BlockingWait", .blockingWait, .blockingWaitFixed),
      fault(
        "slow-handler",
        Text("Sharpening a poster occupies the queue on which two avatars wait.", "锐化海报占住了队列，两个头像在后面排队。"),
        Text("The slow work has a queue of its own.", "缓慢的工作有自己的队列。"), "FaultScenarios/SlowHandler", .slowHandler,
        .slowHandlerFixed),
      fault(
        "queue-contention", Text("Thirty short queries stand in line for one database queue.", "三十个短查询排队等待同一个数据库队列。"),
        Text("One query reads all thirty rows.", "一个查询读出全部三十行。"), "FaultScenarios/QueueContention", .queueContention,
        .queueContentionFixed),
      fault(
        "empty-combinator", Text("A race without runners has no winner and stays pending.", "没有参赛者的 race 没有赢家，一直待定。"),
        Text("An empty list is an error before the race starts.", "race 开始之前，空列表就是一个错误。"),
        "FaultScenarios/EmptyCombinator", .emptyCombinator, .emptyCombinatorFixed),
      fault(
        "retry-storm", Text("An overloaded server is asked again five times a second.", "过载的服务器每秒被重试五次。"),
        Text("Three attempts, with a pause between them.", "只试三次，每次之间有停顿。"), "FaultScenarios/RetryStorm", .retryStorm,
        .retryStormFixed),
      fault(
        "deep-chain",
        Text(
          "A correct chain of 1,200 links, which is settled without recursion but never stops growing.",
          "一条 1,200 节的链：没有错误，敲定时也不递归，但它从不停止增长。"),
        Text("A hundred lines per link keep the chain short.", "每节一百行，链就很短。"), "FaultScenarios/DeepChain",
        options: [.count],
        .deepChain, .deepChainFixed),
      fault(
        "uncanceled-source",
        Text("A search takes longer than its time limit, and works on for nothing.", "一次搜索超过了时限，却继续白白工作。"),
        Text("The time limit cancels the search.", "时限取消了搜索。"),
        "FaultScenarios/UncanceledSource", .uncanceledSource, .uncanceledSourceFixed),
      fault(
        "duplicate-request", Text("Two views load the same profile at the same time.", "两个视图同时加载同一份资料。"),
        Text("Both views wait for one promise.", "两个视图等待同一个 Promise。"),
        "FaultScenarios/DuplicateRequest", .duplicateRequest, .duplicateRequestFixed),
      fault(
        "n-plus-one",
        Text("One request loads eight books, and eight more load their authors.", "一个请求加载八本书，又用八个请求加载作者。"),
        Text("One request loads all authors.", "一个请求加载所有作者。"),
        "FaultScenarios/NPlusOne", .nPlusOne, .nPlusOneFixed),
    ].joined())

  /// What misconceptions lead to: a broken chain, and its repaired version NAME-fixed.
  ///
  /// `missing-return`, `settled-twice`, and `swallowed-error` show three further ones.
  package static let misconceptions: [Scenario] = Array(
    [
      fault(
        "executor-timing",
        Text(
          "Three uploads meant to go one after another start together, because a promise is not a plan.",
          "三个本应依次进行的上传同时开始，因为 Promise 不是计划。"),
        Text("Each upload is created when its turn comes.", "轮到哪个上传，才创建哪个。"),
        group: .misconceptions,
        "FaultScenarios/ExecutorTiming", .executorTiming, .executorTimingFixed),
      fault(
        "catch-or-recover",
        Text(
          "A catch that was meant to replace an error passes it on, and the next step is skipped.",
          "本想用 catch 替换错误，它却把错误传了下去，下一步被跳过。"),
        Text("A recover handler returns a value, and the chain continues.", "recover 处理函数返回一个值，链继续下去。"),
        group: .misconceptions,
        "FaultScenarios/CatchOrRecover", .catchOrRecover, .catchOrRecoverFixed),
      fault(
        "settling-stops-nothing",
        Text(
          "A letter that came too late for its time limit still arrives, after it was sent again.",
          "超过时限的信仍然寄到了，而它已经重寄过一次。"),
        Text("The time limit cancels the work, and one letter arrives.", "时限取消了工作，只有一封信寄到。"),
        group: .misconceptions,
        "FaultScenarios/SettlingStopsNothing", .settlingStopsNothing, .settlingStopsNothingFixed),
      fault(
        "two-handlers",
        Text(
          "One of two handlers side by side fails, and the other one does not see its error.",
          "并排的两个处理函数之一失败了，另一个看不到它的错误。"),
        Text("The handler for errors is one link below, and sees both.", "失败处理函数在下一环，两种错误都看得到。"),
        group: .misconceptions,
        "FaultScenarios/TwoHandlers", .twoHandlers, .twoHandlersFixed),
      fault(
        "nested-chain",
        Text(
          "A chain nested like callbacks: nothing waits for the inner steps or hears of their errors.",
          "像回调一样嵌套的链：没有谁等待内层的步骤，也没有谁得知它们的错误。"),
        Text("The same steps, one below the other, with one handler for all errors.", "同样的步骤，一个接一个往下排，一个处理函数接住所有错误。"),
        group: .misconceptions,
        "FaultScenarios/NestedChain", .nestedChain, .nestedChainFixed),
      fault(
        "for-each",
        Text(
          "A loop starts three uploads, waits for none, and success is reported too early.", "循环启动了三个上传，一个也不等，过早地报告成功。"),
        Text("all waits for every upload.", "all 等待每一个上传。"),
        group: .misconceptions,
        "FaultScenarios/ForEach", .forEach, .forEachFixed),
      fault(
        "unhandled-branch",
        Text(
          "Two branches of one promise, of which only one has a handler for errors.", "同一个 Promise 的两个分支，只有一个有失败处理函数。"),
        Text("Each branch ends in a handler of its own.", "每个分支都以自己的处理函数结尾。"),
        group: .misconceptions,
        "FaultScenarios/UnhandledBranch", .unhandledBranch, .unhandledBranchFixed),
    ].joined())
}
