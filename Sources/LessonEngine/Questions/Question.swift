// A question about a run: what happens next, and the answers to choose from. Owns the data. `QuestionFinder` makes questions from a log.

import PlainText
import PromiseTrace

/// The subject of a question.
public enum QuestionKind: Int, Sendable, Hashable, CaseIterable {
  // In the order of their importance: the first ones are asked if there is room for few.
  case passRejection, unhandled, leak, handler, recovery, newPromise, returnedPromise, loser, catchPassesOn, combinator
  case forgottenReturn, secondSettlement, lateHandler, rethrown, thrown, passValue, noReturn, order, queuedHandler
  case firstLine, adoption, cancellation, bodyLater, bodyAtOnce, handlerWaits
  case catchRuns, beyondCatch, victims, next
  /// One that a lesson has as data, with a rule of its own.
  case stated

  /// The kinds that a log gives by itself.
  public static let found = allCases.filter { $0 != .stated }

  /// The name in a lesson's file, such as `body-at-once`.
  public var name: String {
    String("\(self)".flatMap { $0.isUppercase ? "-" + $0.lowercased() : String($0) })
  }

  /// The rule that explains the right answer.
  public var rule: Text {
    switch self {
    case .passRejection:
      Text(
        "A rejection passes by value handlers until a rejection handler takes it.", "拒绝会跳过成功处理函数，直到有失败处理函数接住它。")
    case .recovery:
      Text(
        "A rejection handler that returns a value ends the rejection: its promise is fulfilled.",
        "失败处理函数返回一个值，链就恢复了：它的 Promise 兑现。")
    case .newPromise:
      Text(
        "Each call returns a new promise at once; the one it was made on does not change.",
        "每次调用都立即返回一个新的 Promise；原来的 Promise 不变。")
    case .returnedPromise:
      Text(
        "A promise whose handler returns another one stays pending until that one settles.",
        "处理函数返回了 Promise，它自己的 Promise 就要等那一个敲定后才敲定。")
    case .loser:
      Text(
        "A promise is a result, not a process: nothing stops the work behind one that is no longer needed.",
        "Promise 代表结果而不是过程：没人要这个结果了，产生它的工作也不会停。")
    case .catchPassesOn:
      Text(
        "An operator that only observes, such as always or Google's catch, passes the rejection on.",
        "只观察结果的操作符（例如 always 和 Google 的 catch）会让拒绝继续往下传。")
    case .combinator:
      Text(
        "all needs every value and fails with the first rejection; race takes the first outcome; any and allSettled outlast rejections.",
        "all 需要所有值，遇到第一个拒绝就失败；race 采用第一个结果；any 和 allSettled 不因拒绝而结束。")
    case .forgottenReturn:
      Text("A chain waits only for the promises that its handlers return.", "链只等待处理函数返回的 Promise。")
    case .secondSettlement:
      Text("A promise settles once; every later attempt is ignored.", "Promise 只敲定一次；之后的尝试都被忽略。")
    case .handler:
      Text(
        "A rejection goes down the chain to the first rejection handler.",
        "拒绝沿着链往下走，直到第一个失败处理函数。")
    case .unhandled:
      Text(
        "A rejection that reaches the end of its chain without a rejection handler is unhandled.",
        "拒绝到了链的末端还没有遇到失败处理函数，就是未处理的拒绝。")
    case .thrown:
      Text(
        "An error that a handler throws rejects the promise of that handler.", "处理函数抛出错误，它所属的 Promise 就会被拒绝。")
    case .rethrown:
      Text(
        "A rejection handler that throws rejects its own promise; what it threw flows on.",
        "失败处理函数抛出错误，它自己的 Promise 就被拒绝；抛出的错误继续往下传。")
    case .beyondCatch:
      Text(
        "The steps below a rejection handler continue with what it makes of the rejection: a value, or a rejection.",
        "失败处理函数之后的步骤，取决于它把拒绝变成了什么：一个值，或者仍是拒绝。")
    case .victims:
      Text(
        "Whatever waits for a promise that never settles never settles either, all the way down.",
        "一个 Promise 永远不敲定，等待它的也都不会敲定，一直到链的末端。")
    case .queuedHandler:
      Text(
        "Handlers on a serial queue run one after another, also those of different promises.",
        "串行队列上的处理函数一个接一个地运行，即使它们属于不同的 Promise。")
    case .firstLine:
      Text(
        "The calling code continues at once; a handler runs later, when its promise has settled.",
        "调用它的代码会立即继续执行；处理函数要等 Promise 敲定之后才运行。")
    case .passValue: Text("A value skips rejection handlers.", "值会跳过失败处理函数。")
    case .noReturn:
      Text(
        "In Google's vocabulary, a handler that returns nothing passes the value on.", "按 Google 的写法，没有返回值的处理函数会原样传递值。")
    case .order:
      Text(
        "The handlers of a promise run in the order in which they were added, each with the same value.",
        "一个 Promise 的处理函数按添加的顺序运行，得到的值都相同。")
    case .adoption:
      Text(
        "A promise that waits for the one that its handler returned settles as that one does.",
        "它在等处理函数返回的那个 Promise，所以会得到与那个 Promise 同样的结果。")
    case .cancellation:
      Text(
        "Cancellation goes upstream to everything that nothing else waits for.", "取消向上游传播到所有没有其他等待者的 Promise。")
    case .bodyLater:
      Text(
        "Google Promises puts a body on a queue, which runs it later; in PromiseKit and JavaScript, it runs at once.",
        "Google Promises 把函数体放到队列上，稍后运行；在 PromiseKit 和 JavaScript 中，它立即运行。")
    case .bodyAtOnce:
      Text(
        "In PromiseKit and JavaScript, the body runs inside the call that creates the promise; Google Promises puts it on a queue.",
        "在 PromiseKit 和 JavaScript 中，函数体就在创建 Promise 的那次调用之内运行；Google Promises 则把它放到队列上。")
    case .catchRuns: Text("The nearest rejection handler downstream runs.", "下游最近的失败处理函数会运行。")
    case .handlerWaits:
      Text(
        "A handler is only registered at first; it runs once its promise has settled.",
        "处理函数起初只是登记下来；等它的 Promise 敲定之后才运行。")
    case .lateHandler:
      Text(
        "A settled promise keeps its outcome, also for handlers that come late.", "敲定后的 Promise 一直持有结果，迟到的处理函数同样能得到。")
    case .leak:
      Text(
        "A promise that no code can settle stays pending, and so does everything that waits for it.",
        "再没有代码能敲定的 Promise 会一直待定，等待它的也都一样。")
    case .stated: Text("The run shows it.", "运行的过程说明了这一点。")
    case .next: Text("An outcome goes down a chain link by link.", "结果沿着链一环一环地传递。")
    }
  }
}

/// An answer to choose.
public struct Answer: Sendable, Hashable {
  /// What it says.
  public var text: LocalizedLine
  /// The same in a form that the events decide.
  public var claim: Claim
  /// What a person who chooses it confuses; nil for the right answer.
  public var misconception: Misconception?
  /// What the run shows instead; nil for the right answer.
  public var refutation: LocalizedLine?
  /// What to remember, if a lesson says it; nil for what the misconception says.
  public var why: Text?
  /// What a person can point at to choose it; nil for nothing.
  public var pick: AnswerPick?

  /// What a person who chooses it should remember; nil for the rule of the question.
  public var toRemember: Text? { why ?? misconception?.lesson }
}

/// What stands for an answer on the screen.
public enum AnswerPick: Sendable, Hashable {
  /// A row of the tree.
  case row(PromiseID)
  /// A line of the source.
  case line(Site)
  /// A moment since the start, in nanoseconds.
  case time(Int64)
}

/// A question with one right answer.
public struct Question: Sendable, Hashable {
  /// Its subject.
  public var kind: QuestionKind
  /// What it asks, in a word: the name of its kind, or the template of a lesson's question.
  public var template: String
  /// The promise that it is about.
  public var promise: PromiseID
  /// The call that it is about, if that is not the one that created the promise; without a line otherwise.
  public var site = Site()
  /// The number of events of the run that have happened when it is asked.
  public var askedAt: UInt64
  /// The number of events after which the run has answered it.
  public var answeredAt: UInt64
  /// What has just happened.
  public var facts: [LocalizedLine]
  /// The question itself.
  public var prompt: LocalizedLine
  /// Two to four answers.
  public var answers: [Answer]
  /// The index of the right answer.
  public var right: Int
  /// The rule that explains the right answer.
  public var rule: Text
}
