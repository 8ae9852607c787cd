// The scenarios written for Bolts: their names and descriptions. Does not run them.

import PlainText

extension Scenario {
  /// The scenarios that import `BoltsFacade`.
  package static let inBolts: [Scenario] = [
    Scenario(
      name: "bolts-continuation",
      summary: Text(
        "Bolts' continuations: run in order, each branch to its end, inside the call that completes the task.",
        "Bolts 的后续任务（continuation）：按顺序运行，每个分支一直走到底，都在完成任务的那次调用之内。"),
      group: .insides,
      file: "BoltsScenarios/BoltsContinuation.swift", flow: .boltsContinuation),
    Scenario(
      name: "bolts-cancellation",
      summary: Text(
        "Bolts' cancellation token: what it stops, what it does not, and a continuation that comes late.",
        "Bolts 的取消令牌：它停止什么、不停止什么，以及一个迟到的后续任务。"),
      group: .insides,
      file: "BoltsScenarios/BoltsCancellation.swift", flow: .boltsCancellation),
    Scenario(
      name: "bolts-executors",
      summary: Text(
        "Bolts' executors: inside the completing call, 21 levels deep, on a queue; and a block that throws.",
        "Bolts 的执行器：在完成任务的调用之内、嵌套到第 21 层、在队列上；还有一个抛出错误的 block。"),
      group: .insides,
      file: "BoltsScenarios/BoltsExecutors.swift", flow: .boltsExecutors),
  ]
  /// The faults that are commonest in Bolts' vocabulary, each with its repaired version.
  package static let faultsInBolts: [Scenario] = Array(
    [
      fault(
        "lost-result",
        Text("A continuation adds up the cart, and no continuation asks for the total.", "一个后续任务算出购物车的总价，却没有后续任务来取用它。"),
        Text("A continuation shows the total.", "一个后续任务显示总价。"), "BoltsScenarios/LostResult", .lostResult,
        .lostResultFixed
      ),
      fault(
        "many-handlers",
        Text("Each cell that comes into view continues a task that lives long.", "每个进入视野的单元格都给一个长期存活的任务追加后续任务。"),
        Text("One continuation updates the visible cells.", "一个后续任务更新所有可见的单元格。"), "BoltsScenarios/ManyHandlers",
        .manyHandlers,
        .manyHandlersFixed),
    ].joined())
}
