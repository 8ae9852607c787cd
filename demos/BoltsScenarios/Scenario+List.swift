// The scenarios written for Bolts: their names and descriptions. Does not run them.

extension Scenario {
  /// The scenarios that import `BoltsFacade`.
  package static let inBolts: [Scenario] = [
    Scenario(
      name: "bolts-continuation",
      summary:
        "Bolts' continuations: run in order, each branch to its end, inside the call that completes the task.",
      chinese: "Bolts 的延续：按顺序运行，每个分支一直走到底，都在完成任务的那次调用之内。",
      group: .insides,
      file: "BoltsScenarios/BoltsContinuation.swift", flow: .boltsContinuation),
    Scenario(
      name: "bolts-cancellation",
      summary: "Bolts' cancellation token: what it stops, what it does not, and a continuation that comes late.",
      chinese: "Bolts 的取消令牌：它停止什么、不停止什么，以及一个迟到的延续。",
      group: .insides,
      file: "BoltsScenarios/BoltsCancellation.swift", flow: .boltsCancellation),
    Scenario(
      name: "bolts-executors",
      summary: "Bolts' executors: inside the completing call, 21 levels deep, on a queue; and a block that throws.",
      chinese: "Bolts 的执行器：在完成任务的调用之内、嵌套到第 21 层、在队列上；还有一个抛出错误的 block。",
      group: .insides,
      file: "BoltsScenarios/BoltsExecutors.swift", flow: .boltsExecutors),
  ]
  /// The faults that are commonest in Bolts' vocabulary, each with its repaired version.
  package static let faultsInBolts: [Scenario] = pairs([
    Fault(
      "lost-result", "A continuation adds up the cart, and no continuation asks for the total.",
      "A continuation shows the total.",
      chinese: ("一个延续算出购物车的总价，却没有延续来取用它。", "一个延续显示总价。"), "BoltsScenarios/LostResult", .lostResult, .lostResultFixed),
    Fault(
      "many-handlers", "Each cell that comes into view continues a task that lives long.",
      "One continuation updates the visible cells.",
      chinese: ("每个进入视野的单元格都给一个长寿的任务添加延续。", "一个延续更新所有可见的单元格。"), "BoltsScenarios/ManyHandlers", .manyHandlers,
      .manyHandlersFixed),
  ])
}
