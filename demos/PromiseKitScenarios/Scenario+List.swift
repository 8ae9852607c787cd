// The scenarios written for PromiseKit: their names and descriptions. Does not run them.

import PlainText

extension Scenario {
  /// The scenarios that import `PromiseKitFacade`.
  package static let inPromiseKit: [Scenario] = [
    Scenario(
      name: "life-of-a-promise",
      summary: Text(
        "The body runs at once, the promise is settled once, and a late handler still gets the value.",
        "函数体立即运行，Promise 只敲定一次，迟到的处理函数仍然得到值。"),
      file: "PromiseKitScenarios/LifeOfAPromise.swift", flow: .lifeOfAPromise),
    Scenario(
      name: "catch-policies",
      summary: Text(
        "A cancellation that catch skips and one that it takes, and a promise that is dropped while pending.",
        "catch 跳过一次取消，又接住一次取消；还有一个在待定时被丢弃的 Promise。"),
      file: "PromiseKitScenarios/CatchPolicies.swift", flow: .catchPolicies),
    Scenario(
      name: "spinner",
      summary: Text(
        "when waits for three requests, and ensure hides the spinner, whether or not they succeed.",
        "when 等齐三个请求；无论成功还是失败，ensure 都会隐藏加载动画。"),
      file: "PromiseKitScenarios/Spinner.swift", flow: .spinner),
    Scenario(
      name: "promisekit-cancel",
      summary: Text(
        "cancel() on PromiseKit's promises: it stops a request, and spares a login that others wait for.",
        "PromiseKit 的 Promise 上的 cancel()：停下一个请求，但不影响别处还在等待的登录。"),
      file: "PromiseKitScenarios/PromiseKitCancel.swift", flow: .promiseKitCancel),
    Scenario(
      name: "promisekit-1",
      summary: Text(
        "PromiseKit 1 step by step: two blocks, handlers, a promise as a result, and NSErrors.",
        "一步步看 PromiseKit 1：两个 block、处理函数、以 Promise 作为结果，以及 NSError。"),
      group: .insides,
      file: "PromiseKitScenarios/PromiseKit1.swift", flow: .promiseKit1),
    Scenario(
      name: "promisekit-state",
      summary: Text(
        "PromiseKit 4's State: the bodies that it keeps, a race, and the token of a rejection.",
        "PromiseKit 4 的 State：它存着的 bodies、两次查看之间的竞争，以及拒绝的令牌。"),
      group: .insides,
      file: "PromiseKitScenarios/PromiseKitState.swift", flow: .promiseKitState),
    Scenario(
      name: "promisekit-box",
      summary: Text(
        "PromiseKit 6's boxes: one collects handlers and is sealed once, one is sealed from the start.",
        "PromiseKit 6 的盒子：一种先收集处理函数，只封一次；另一种一开始就封好了。"),
      group: .insides,
      file: "PromiseKitScenarios/PromiseKitBox.swift", flow: .promiseKitBox),
  ]
  /// The faults that are commonest in PromiseKit's vocabulary, each with its repaired version.
  package static let faultsInPromiseKit: [Scenario] = Array(
    [
      fault(
        "settled-twice",
        Text(
          "A callback seals its promise with the error, and once more with an empty page.",
          "一个回调先用错误封住 Promise，又用空白页面再封一次。"),
        Text("The callback seals its promise once.", "回调只封一次 Promise。"), "PromiseKitScenarios/SettledTwice",
        .settledTwice,
        .settledTwiceFixed),
      fault(
        "swallowed-error", Text("A recover handler turns every error into an empty cart.", "recover 处理函数把每个错误都变成空购物车。"),
        Text("A catch handler shows the error.", "catch 处理函数把错误显示出来。"), "PromiseKitScenarios/SwallowedError",
        .swallowedError, .swallowedErrorFixed),
      fault(
        "needless-promise", Text("A promise around a chain repeats the chain's outcome.", "链外再包一层 Promise，只是重复链的结果。"),
        Text("The function returns the chain.", "函数直接返回这条链。"),
        "PromiseKitScenarios/NeedlessPromise", .needlessPromise, .needlessPromiseFixed),
    ].joined())
}
