// What a wrong answer confuses. Owns the list and, for each, the sentence to remember instead.

import PlainText

/// A common belief about promises that is not true.
public enum Misconception: String, Sendable, Hashable, CaseIterable {
  /// An error runs the next handler, with no value.
  case handlerRunsWithoutValue
  /// What comes after an error stays pending.
  case errorStopsChain
  /// An error ends at the next promise, which is fulfilled.
  case errorEndsAtNextLink
  /// A rejection handler runs after a value, too.
  case catchAlwaysRuns
  /// A value does not get past a rejection handler.
  case valueStopsAtCatch
  /// A rejection handler is skipped like a value handler.
  case catchIsSkipped
  /// A chain ends at its rejection handler.
  case catchEndsChain
  /// What a rejection handler returns changes nothing.
  case catchKeepsRejection
  /// Google's `catch` turns the rejection into a value.
  case catchAlwaysRecovers
  /// The `catch` of PromiseKit and JavaScript passes the rejection on.
  case catchOnlyObserves
  /// An operator such as `always` ends a rejection.
  case observerRecovers
  /// A rejection handler has ended the rejection, even though it threw.
  case throwingCatchRecovers
  /// A rejection handler that is not needed rejects its promise.
  case unusedCatchRejects
  /// An error thrown by a handler reaches no promise.
  case thrownErrorIsLost
  /// A handler can't replace an error.
  case oldErrorStays
  /// A promise can be the value of a promise.
  case promiseAsValue
  /// A promise waits for what its handler has started.
  case returnIsImplied
  /// A handler that returns a promise leaves its own promise pending forever.
  case returnedPromiseHangs
  /// A handler that returns nothing leaves its promise pending.
  case missingReturnHangs
  /// A handler that returns nothing always makes the value empty.
  case missingReturnIsEmpty
  /// `then` returns the promise it was called on.
  case thenReturnsSame
  /// `then` returns the value.
  case thenReturnsValue
  /// A body that is put on a queue runs inside the call.
  case bodyRunsAtOnce
  /// A body that runs inside the call runs later.
  case bodyRunsLater
  /// A handler runs when it is registered.
  case handlerRunsAtOnce
  /// A handler that is registered after the settlement gets nothing.
  case lateHandlerMissesValue
  /// A promise that is freed is rejected, or fulfilled without a value.
  case freedMeansSettled
  /// A body runs only when something asks for its value.
  case bodyIsLazy
  /// A promise can settle again.
  case settlesAgain
  /// Handlers run again at a second settlement.
  case handlersRunAgain
  /// The losers of a race are stopped.
  case losersStop
  /// Promises that took part in a race never settle once it is decided.
  case losersHang
  /// `all` is decided by a value, or outlasts a rejection.
  case misreadsAll
  /// `race` waits, or leaves out a rejection.
  case misreadsRace
  /// `any` waits after a value, or is decided by one rejection.
  case misreadsAny
  /// `allSettled` is decided by some of its inputs.
  case misreadsAllSettled
  /// `whenAll` is decided by some of its tasks.
  case misreadsWhenAll
  /// A promise that was resolved with another one keeps an outcome of its own.
  case adopterIsIndependent
  /// The next handler takes a rejection, whatever it handles.
  case nextHandlerTakesRejection
  /// The handler of a promise takes that promise's own rejection.
  case handlerTakesOwnRejection
  /// A rejection is unhandled unless the promise itself has a handler.
  case unhandledAtOnce
  /// Every rejection is handled somewhere.
  case alwaysHandled
  /// The handler that was added last runs first.
  case newestHandlerFirst
  /// A further handler replaces the ones before it.
  case lastHandlerReplaces
  /// The first handler consumes the value.
  case valueIsConsumed
  /// Cancellation stops only the promise that it was requested for.
  case cancellationStaysLocal
  /// Only the promise next to one that hangs hangs, too.
  case hangStopsAtNext
  /// Handlers on one queue run at the same time.
  case queueRunsAllAtOnce
  /// A handler never runs if its queue is busy.
  case takenQueueDropsHandler
  /// A whole chain settles at once, or from its end.
  case chainSettlesFromEnd

  /// What to remember instead.
  public var lesson: Text {
    switch self {
    case .handlerRunsWithoutValue:
      Text("A rejection never runs a value handler, not even without a value.", "拒绝不会运行成功处理函数，哪怕不带值也不会。")
    case .errorStopsChain:
      Text("An error does not leave the rest of a chain pending: it settles it.", "错误不会让链的其余部分一直待定：它会使它们敲定。")
    case .errorEndsAtNextLink:
      Text(
        "A rejection ends only at a rejection handler, not at the next promise.", "拒绝到失败处理函数才终止，而不是到下一个 Promise。")
    case .catchAlwaysRuns:
      Text("A rejection handler runs only after a rejection.", "失败处理函数只在拒绝之后运行。")
    case .valueStopsAtCatch:
      Text("A value skips rejection handlers.", "值会跳过失败处理函数。")
    case .catchIsSkipped:
      Text("Only values pass by a rejection handler.", "只有值才会跳过失败处理函数。")
    case .catchEndsChain:
      Text(
        "A promise that derives from a rejection handler settles, too: this chain continues behind it.",
        "由失败处理函数派生的 Promise 也会敲定：这条链在处理函数之后继续。")
    case .catchKeepsRejection:
      Text(
        "A rejection handler that returns a value, even an empty one, fulfills its promise.",
        "失败处理函数返回一个值（空值也算），它的 Promise 就会兑现。")
    case .catchAlwaysRecovers:
      Text(
        "Google's catch only observes: its handler returned normally, and the rejection passes on.",
        "Google 的 catch 只是观察：处理函数正常返回，拒绝照样继续往下传。")
    case .catchOnlyObserves:
      Text(
        "In PromiseKit and JavaScript, a catch whose handler returned normally ends the rejection.",
        "在 PromiseKit 和 JavaScript 中，catch 的处理函数正常返回，拒绝就到此终止。")
    case .observerRecovers:
      Text(
        "An operator that only observes, such as always, passes the rejection on.",
        "只观察结果的操作符（例如 always）会让拒绝继续往下传。")
    case .throwingCatchRecovers:
      Text(
        "A rejection handler that throws rejects its own promise, even though it took a rejection.",
        "失败处理函数虽然接住了拒绝，但它抛出错误，自己的 Promise 就被拒绝。")
    case .unusedCatchRejects:
      Text(
        "A rejection handler that is not needed changes nothing: the value passes on.", "没有用上的失败处理函数什么也不改变：值照样往下传。")
    case .thrownErrorIsLost:
      Text("An error that a handler throws rejects the handler's promise.", "处理函数抛出的错误会拒绝它的 Promise。")
    case .oldErrorStays:
      Text("A handler that throws replaces the error.", "处理函数抛出新错误时，会取代原来的错误。")
    case .promiseAsValue:
      Text(
        "A promise is never the value of a promise: its outcome is taken over.",
        "Promise 的值不会是另一个 Promise；处理函数返回了 Promise，就以那个 Promise 的结果为准。")
    case .returnIsImplied:
      Text("A promise waits for another one only if its handler returns it.", "只有处理函数返回了另一个 Promise，才会等待它。")
    case .returnedPromiseHangs:
      Text(
        "A handler may return a promise instead of a value; its own promise then settles as that one does.",
        "处理函数可以不返回值，而返回一个 Promise；它自己的 Promise 会得到与之相同的结果。")
    case .missingReturnHangs:
      Text(
        "A handler that has ended without returning a promise settles its own promise, with or without a value.",
        "处理函数结束时如果没有返回 Promise，它自己的 Promise 就会敲定，不管有没有返回值。")
    case .missingReturnIsEmpty:
      Text(
        "In Google's vocabulary, a handler that returns nothing passes the value on; in JavaScript, the value would be undefined.",
        "按 Google 的写法，没有返回值的处理函数会把原来的值传下去；在 JavaScript 中，值会是 undefined。")
    case .thenReturnsSame:
      Text(
        "then returns a new promise; the old one only gets a handler.", "then 返回一个新的 Promise；原来的只是多了一个处理函数。")
    case .thenReturnsValue:
      Text("then returns a promise at once, never the value.", "then 立即返回一个 Promise，而不是值。")
    case .bodyRunsAtOnce:
      Text(
        "Google Promises puts a body on a queue, so it runs later; only in PromiseKit and JavaScript would it run at once.",
        "Google Promises 把函数体放到队列上，稍后才运行；换成 PromiseKit 或 JavaScript，才会立即运行。")
    case .bodyRunsLater:
      Text(
        "In PromiseKit and JavaScript, the body has run when the call returns; it is Google Promises that puts it on a queue.",
        "在 PromiseKit 和 JavaScript 中，调用返回时函数体已经运行过；把它放到队列上的是 Google Promises。")
    case .handlerRunsAtOnce:
      Text(
        "Registering a handler does not run it; settling does.",
        "登记处理函数并不会运行它；Promise 敲定之后才会。")
    case .lateHandlerMissesValue:
      Text(
        "A promise is not an event that one can miss: a late handler gets the same value.",
        "Promise 不是会错过的事件：迟到的处理函数得到同样的值。")
    case .freedMeansSettled:
      Text(
        "Being freed is not an outcome: what waits for the promise stays pending.", "被释放不是一种结果：等待它的 Promise 会一直待定。")
    case .bodyIsLazy:
      Text(
        "Bodies and handlers run whether or not anything asks for the value.", "不管有没有代码需要那个值，函数体和处理函数都会运行。")
    case .settlesAgain: Text("A promise settles once.", "Promise 只敲定一次。")
    case .handlersRunAgain:
      Text("A handler runs at most once, because its promise settles once.", "处理函数最多运行一次，因为 Promise 只敲定一次。")
    case .losersStop:
      Text("A combinator does not stop the inputs that it no longer needs.", "组合函数不会停止它不再需要的输入。")
    case .losersHang:
      Text("The inputs of a combinator settle on their own, whatever it does.", "组合函数的输入各自敲定，不受它影响。")
    case .misreadsAll:
      Text(
        "all needs every value; the first rejection rejects it at once.", "all 需要所有的值；第一个拒绝会立即使它被拒绝。")
    case .misreadsRace:
      Text(
        "race settles as its first input does, with a value or with a rejection.", "race 采用第一个敲定的输入的结果，不论是值还是拒绝。")
    case .misreadsAny:
      Text(
        "any takes the first value; it is rejected only after all of its inputs were.", "any 采用第一个值；所有输入都被拒绝，它才被拒绝。")
    case .misreadsAllSettled:
      Text(
        "allSettled waits for every input and leaves none out, rejected or not.", "allSettled 等待所有输入，不论兑现还是被拒绝，一个也不略过。")
    case .misreadsWhenAll:
      Text(
        "whenAll waits for every task, and fails only then if one of them failed.", "whenAll 等待所有任务；有任务失败，它也要等到最后才失败。")
    case .adopterIsIndependent:
      Text(
        "A promise that was resolved with another one, or whose handler returned one, settles as that one does.",
        "Promise 采用了另一个 Promise，或者它的处理函数返回了一个，就会得到与那个 Promise 相同的结果。")
    case .nextHandlerTakesRejection:
      Text(
        "The next rejection handler takes a rejection, not simply the next handler.", "接住拒绝的是下游第一个失败处理函数，而不是紧挨着的处理函数。"
      )
    case .handlerTakesOwnRejection:
      Text(
        "A handler takes the rejection of the promise above it, never that of its own promise or of one beside it.",
        "处理函数只管上游的拒绝；它自己抛出的错误，以及并排的那个处理函数抛出的错误，它都接不到。")
    case .unhandledAtOnce:
      Text("A rejection can be handled anywhere further down the chain.", "拒绝可以在链的下游任何位置处理。")
    case .alwaysHandled:
      Text(
        "A rejection that no handler takes is unhandled; nothing takes it by itself.", "没有处理函数接住的拒绝就是未处理的；它不会自动被处理。")
    case .newestHandlerFirst:
      Text("The handlers of a promise run in the order in which they were added.", "一个 Promise 的处理函数按添加的顺序运行。")
    case .lastHandlerReplaces:
      Text("A promise keeps all of its handlers.", "Promise 会保留所有处理函数。")
    case .valueIsConsumed: Text("Every handler of a promise gets its value.", "Promise 的每个处理函数都会得到它的值。")
    case .cancellationStaysLocal:
      Text(
        "Cancellation spreads upstream to promises that nothing else waits for.", "取消会向上游传播到没有其他等待者的 Promise。")
    case .hangStopsAtNext:
      Text(
        "A hang goes down the whole chain: each promise waits for the one above it.",
        "一处卡住，下游整条链都跟着卡住：每个 Promise 都在等它上面的那个。")
    case .queueRunsAllAtOnce:
      Text(
        "A serial queue runs one handler at a time; the others wait, however short they are.",
        "串行队列一次只运行一个处理函数；其余的都要等，再短也一样。")
    case .takenQueueDropsHandler:
      Text("A handler that waits in a queue runs when its turn comes.", "排在队列上的处理函数，轮到它时就会运行。")
    case .chainSettlesFromEnd:
      Text("A chain settles link by link, from the start down.", "链从头开始，一环接一环地敲定。")
    }
  }
}
