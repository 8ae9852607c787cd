// What a wrong answer confuses. Owns the list and, for each, the sentence to remember instead.

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
  /// Every rejection handler turns the rejection into a value.
  case catchAlwaysRecovers
  /// An error thrown by a handler reaches no promise.
  case thrownErrorIsLost
  /// A handler can't replace an error.
  case oldErrorStays
  /// A promise can be the value of a promise.
  case promiseAsValue
  /// A promise waits for what its handler has started.
  case returnIsImplied
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
  /// Every combinator is decided by its first input.
  case firstInputDecides
  /// A combinator waits for all of its inputs, whatever they are.
  case combinatorWaits
  /// A combinator leaves out the inputs that fail.
  case failuresAreSkipped
  /// A promise that was resolved with another one keeps an outcome of its own.
  case adopterIsIndependent
  /// The next handler takes a rejection, whatever it handles.
  case nextHandlerTakesRejection
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
  /// A whole chain settles at once, or from its end.
  case chainSettlesFromEnd

  /// What to remember instead.
  public var lesson: LocalizedText {
    switch self {
    case .handlerRunsWithoutValue:
      LocalizedText("A rejection never runs a value handler, not even without a value.", "拒绝不会运行成功处理函数，哪怕不带值也不会。")
    case .errorStopsChain:
      LocalizedText("An error does not leave the rest of a chain pending: it settles it.", "错误不会让链的其余部分一直待定：它会使它们敲定。")
    case .errorEndsAtNextLink:
      LocalizedText(
        "A rejection ends only at a rejection handler, not at the next promise.", "拒绝到失败处理函数才终止，而不是到下一个 Promise。")
    case .catchAlwaysRuns:
      LocalizedText("A rejection handler runs only after a rejection.", "失败处理函数只在拒绝之后运行。")
    case .valueStopsAtCatch:
      LocalizedText("A value skips rejection handlers.", "值会跳过失败处理函数。")
    case .catchIsSkipped:
      LocalizedText("Only values pass by a rejection handler.", "只有值才会跳过失败处理函数。")
    case .catchEndsChain:
      LocalizedText(
        "A rejection handler does not end a chain: the chain continues with what it returns.",
        "失败处理函数不会结束链：链会带着它的返回值继续。")
    case .catchKeepsRejection:
      LocalizedText("A rejection handler that returns a value fulfills its promise.", "失败处理函数返回一个值，它的 Promise 就会兑现。")
    case .catchAlwaysRecovers:
      LocalizedText(
        "Not every catch recovers: one that returns nothing may pass the rejection on, as in Google Promises.",
        "catch 不一定能恢复：没有返回值的 catch 可能把拒绝继续传递，例如在 Google Promises 中。")
    case .thrownErrorIsLost:
      LocalizedText("An error that a handler throws rejects the handler's promise.", "处理函数抛出的错误会拒绝它的 Promise。")
    case .oldErrorStays:
      LocalizedText("A handler that throws replaces the error.", "处理函数抛出新错误时，会取代原来的错误。")
    case .promiseAsValue:
      LocalizedText("A promise is never the value of a promise: it is adopted.", "Promise 永远不会成为另一个 Promise 的值：它会被采用。")
    case .returnIsImplied:
      LocalizedText("A promise waits for another one only if its handler returns it.", "只有处理函数返回了另一个 Promise，才会等待它。")
    case .missingReturnHangs:
      LocalizedText("A handler that returns nothing still settles its promise.", "处理函数没有返回值，它的 Promise 仍会敲定。")
    case .missingReturnIsEmpty:
      LocalizedText(
        "This library passes the value on, as Google Promises do; in ECMAScript, the value would be undefined.",
        "本库与 Google Promises 一样，会把原来的值传下去；在 ECMAScript 中，值会是 undefined。")
    case .thenReturnsSame:
      LocalizedText(
        "then returns a new promise; the old one only gets a handler.", "then 返回一个新的 Promise；原来的只是多了一个处理函数。")
    case .thenReturnsValue:
      LocalizedText("then returns a promise at once, never the value.", "then 立即返回一个 Promise，而不是值。")
    case .bodyRunsAtOnce:
      LocalizedText(
        "A body that is put on a queue runs later, after the code that put it there.", "放到队列上的函数体稍后才运行，在放它上去的代码之后。"
      )
    case .bodyRunsLater:
      LocalizedText(
        "The body does not wait for the calling code: when the call returns, it has run.",
        "函数体不等后面的代码：调用返回时，它已经运行过了。")
    case .handlerRunsAtOnce:
      LocalizedText(
        "Registering a handler does not run it; only a body may run at once.", "登记处理函数并不会运行它；能立即运行的只有函数体。")
    case .lateHandlerMissesValue:
      LocalizedText(
        "A promise is not an event that one can miss: a late handler gets the same value.",
        "Promise 不是会错过的事件：迟到的处理函数得到同样的值。")
    case .freedMeansSettled:
      LocalizedText(
        "Being freed is not an outcome: what waits for the promise stays pending.", "被释放不是一种结果：等待它的 Promise 会一直待定。")
    case .bodyIsLazy:
      LocalizedText(
        "Bodies and handlers run whether or not anything asks for the value.", "不管有没有代码需要那个值，函数体和处理函数都会运行。")
    case .settlesAgain: LocalizedText("A promise settles once.", "Promise 只敲定一次。")
    case .handlersRunAgain:
      LocalizedText("A handler runs at most once, because its promise settles once.", "处理函数最多运行一次，因为 Promise 只敲定一次。")
    case .losersStop:
      LocalizedText("A combinator does not stop the inputs that it no longer needs.", "组合操作不会停止它不再需要的输入。")
    case .losersHang:
      LocalizedText("The inputs of a combinator settle on their own, whatever it does.", "组合操作的输入各自敲定，不受它影响。")
    case .firstInputDecides:
      LocalizedText(
        "all needs every input; only race is decided by the first one that settles.", "all 需要所有输入；只有 race 由第一个敲定的输入决定。")
    case .combinatorWaits:
      LocalizedText(
        "A combinator settles as soon as its inputs decide it, without waiting for the rest.",
        "组合操作一旦由输入决定就立即敲定，不再等待其余输入。")
    case .failuresAreSkipped:
      LocalizedText("One rejected input rejects all; it is not left out.", "一个输入被拒绝，all 就被拒绝；它不会被略过。")
    case .adopterIsIndependent:
      LocalizedText(
        "A promise whose handler returned another one takes over its outcome.", "处理函数返回了另一个 Promise，就会接受那个 Promise 的结果。"
      )
    case .nextHandlerTakesRejection:
      LocalizedText(
        "The next rejection handler takes a rejection, not simply the next handler.", "接住拒绝的是下游第一个失败处理函数，而不是紧挨着的处理函数。"
      )
    case .unhandledAtOnce:
      LocalizedText("A rejection can be handled anywhere further down the chain.", "拒绝可以在链的下游任何位置处理。")
    case .alwaysHandled:
      LocalizedText(
        "A rejection that no handler takes is unhandled; nothing takes it by itself.", "没有处理函数接住的拒绝就是未处理的；它不会自动被处理。")
    case .newestHandlerFirst:
      LocalizedText("The handlers of a promise run in the order in which they were added.", "一个 Promise 的处理函数按添加的顺序运行。")
    case .lastHandlerReplaces:
      LocalizedText("A promise keeps all of its handlers.", "Promise 会保留所有处理函数。")
    case .valueIsConsumed: LocalizedText("Every handler of a promise gets its value.", "Promise 的每个处理函数都会得到它的值。")
    case .cancellationStaysLocal:
      LocalizedText(
        "Cancellation spreads upstream to promises that nothing else waits for.", "取消会向上游传播到没有其他等待者的 Promise。")
    case .hangStopsAtNext:
      LocalizedText(
        "A hang goes down the whole chain: each promise waits for the one above it.",
        "卡住会沿着整条链往下传：每个 Promise 都在等它上面的那个。")
    case .queueRunsAllAtOnce:
      LocalizedText(
        "A serial queue runs one handler at a time; the others wait, however short they are.",
        "串行队列一次只运行一个处理函数；其余的都要等，再短也一样。")
    case .chainSettlesFromEnd:
      LocalizedText("A chain settles link by link, from the start down.", "链从头开始，一环接一环地敲定。")
    }
  }
}
