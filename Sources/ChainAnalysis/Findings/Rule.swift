// The rules: what can be wrong with a program's promises. Owns their IDs, default severities and hints. Does not decide when a rule holds;
// that is the `Analyzer`'s task.

import ChainModel
import PlainText

/// A kind of finding.
///
/// The raw values are the IDs that `pscope check` prints and that `promisescope.yml` refers to. docs/findings.md explains each rule.
public enum Rule: String, Sendable, CaseIterable, Codable {
  /// A rejection that no handler took.
  case unhandledRejection = "unhandled-rejection"
  /// A promise that can never settle, or had not settled when the program ended.
  case neverSettled = "never-settled"
  /// A promise that has been pending for a long time.
  case stuck
  /// A second attempt to settle a promise.
  case settledTwice = "settled-twice"
  /// A handler that started a chain and did not return it.
  case missingReturn = "missing-return"
  /// A value that nothing asked for.
  case lostResult = "lost-result"
  /// A promise that was resolved with itself.
  case selfResolution = "self-resolution"
  /// Promises that wait for each other.
  case cycle
  /// A handler that turned a rejection into a value.
  case swallowedError = "swallowed-error"
  /// Promises that ran one after another, although none seems to need another's value.
  case serialAlthoughIndependent = "serial-although-independent"
  /// A promise that wraps a value or another promise.
  case needlessPromise = "needless-promise"
  /// A thread that waits for a promise on the queue that the promise needs.
  case blockingWait = "blocking-wait"
  /// A body that occupied a queue while others waited for it.
  case slowHandler = "slow-handler"
  /// A queue on which bodies wait longer than they run.
  case queueContention = "queue-contention"
  /// A `race` or `any` without inputs.
  case emptyCombinator = "empty-combinator"
  /// Many retries in a short time.
  case retryStorm = "retry-storm"
  /// A promise with many handlers.
  case manyHandlers = "many-handlers"
  /// A chain with many links.
  case deepChain = "deep-chain"
  /// A call of an async function whose promise nothing uses, and that is rejected or outlives its caller.
  case floatingPromise = "floating-promise"
  /// A call that its caller did not await, although others waited for the caller.
  case missingAwait = "missing-await"
  /// A body that held the thread of an event loop while others waited for it.
  case eventLoopBlocked = "event-loop-blocked"
  /// Very many promises that one body started at once.
  case unboundedConcurrency = "unbounded-concurrency"
  /// Handlers within handlers within handlers.
  case nestedChain = "nested-chain"
  /// Work that continues after its time limit.
  case uncanceledSource = "uncanceled-source"
  /// The same request twice at the same time.
  case duplicateRequest = "duplicate-request"
  /// A request for each element of a list that another request loaded.
  case nPlusOne = "n-plus-one"

  /// The severity of its findings, unless the settings choose another one.
  ///
  /// ``neverSettled`` is an `error` for a promise that was freed while pending, or that was pending when nothing was left to do, a `warning` for one
  /// that hung until the program ended, and a `note` for one that was merely unfinished then. A ``floatingPromise`` that was not rejected is a `note`.
  public var severity: Severity {
    switch self {
    case .unhandledRejection, .neverSettled, .selfResolution, .cycle, .blockingWait, .floatingPromise: .error
    case .stuck, .settledTwice, .missingReturn, .emptyCombinator, .slowHandler, .queueContention, .retryStorm,
      .missingAwait, .eventLoopBlocked:
      .warning
    case .lostResult, .swallowedError, .serialAlthoughIndependent, .needlessPromise, .manyHandlers, .deepChain,
      .unboundedConcurrency, .nestedChain, .uncanceledSource, .duplicateRequest, .nPlusOne:
      .note
    }
  }

  /// What the rule looks for, in one sentence.
  public var summary: String {
    switch self {
    case .unhandledRejection: "A promise was rejected, and no handler took the rejection."
    case .neverSettled:
      "A promise was freed while pending, or was still pending when the program ended."
    case .stuck: "A promise has been pending for a long time, and so is everything that waits for it."
    case .settledTwice: "Code tried to settle a promise a second time."
    case .missingReturn:
      "A handler started a chain of promises but returned nothing, so the next step did not wait for the chain."
    case .lostResult: "A promise was fulfilled with a value that no handler asked for."
    case .selfResolution: "A promise was resolved with itself."
    case .cycle: "A promise was resolved with one that waits for it."
    case .swallowedError: "A handler turned a rejection into a value."
    case .serialAlthoughIndependent: "Promises from one call site ran one after another."
    case .needlessPromise: "A promise was created around a value or a promise that existed already."
    case .blockingWait: "A thread waits for a promise on the queue that the promise needs in order to settle."
    case .slowHandler: "A body or handler occupied a queue while other promises waited for it."
    case .queueContention: "The bodies and handlers on a queue waited longer than they ran."
    case .emptyCombinator: "A combinator that needs at least one input has none."
    case .retryStorm: "An operation was retried many times in a short time."
    case .manyHandlers: "A promise has an unusual number of handlers."
    case .deepChain: "A chain has an unusual number of links."
    case .floatingPromise: "Nothing used the promise of a call, which was rejected or outlived its caller."
    case .missingAwait: "A body ended before a call that it did not await, and others went on."
    case .eventLoopBlocked:
      "A body or handler ran for long without a stop while other promises waited for the event loop."
    case .unboundedConcurrency: "A body or handler started very many promises at one call site at once."
    case .nestedChain: "Handlers are nested in one another instead of following one another in a chain."
    case .uncanceledSource: "A time limit was up, and nothing canceled the work that it limits."
    case .duplicateRequest: "A request started while the same one was in flight."
    case .nPlusOne: "A request for a list is followed by one for each of its elements."
    }
  }

  /// What to do about a finding, in one sentence.
  public var hint: String { hint(.english) }

  /// What to do about a finding, in one sentence.
  public func hint(_ language: Language) -> String {
    switch self {
    case .unhandledRejection:
      language(
        "Add a catch or recover handler to the end of the chain, or return the promise to a caller that has one.",
        "在链的末尾添加 catch 或 recover，或者把 Promise 返回给会处理错误的调用方。")
    case .neverSettled:
      language(
        "Call fulfill or reject on every path, also when the work fails, is canceled, or its callback never arrives.",
        "在每条路径上都调用 fulfill 或 reject，包括操作失败、被取消或回调从未到达的情形。")
    case .stuck:
      language(
        "Look at what it waits for; a timeout turns a hang into an error.",
        "看看它在等什么；设置超时可以把卡住变成错误。")
    case .settledTwice:
      language(
        "Settle the promise on one path only, for instance by returning right after the first call.",
        "只在一条路径上敲定 Promise，例如第一次调用之后立即返回。")
    case .missingReturn:
      language(
        "Return the promise from the handler, so that the next step waits for it and receives its error.",
        "从处理函数中返回这个 Promise，下一步才会等待它并收到它的错误。")
    case .lostResult:
      language(
        "Use the value, or let the operation return nothing.",
        "使用这个值，或者让操作不返回值。")
    case .selfResolution:
      language(
        "Resolve it with the promise of the next step, not with itself.",
        "让它采用下一步的 Promise，而不是它自身。")
    case .cycle:
      language(
        "Break the cycle: let one of the promises settle without waiting for the other.",
        "打破循环：让其中一个 Promise 不等待另一个就能敲定。")
    case .swallowedError:
      language(
        "Make the handler inspect the error and rethrow what it cannot recover from.",
        "确认处理函数检查了错误，并重新抛出它无法替代的错误。")
    case .serialAlthoughIndependent:
      language(
        "If they do not need each other's values, start them together and combine them with all.",
        "如果它们不需要彼此的值，就同时启动，再用 all 合并。")
    case .needlessPromise:
      language(
        "Return the existing promise, or use Promise(value).",
        "直接返回已有的 Promise，或使用 Promise(value)。")
    case .blockingWait:
      language(
        "Use then instead of waiting, or wait on a queue that the promise does not need.",
        "用 then 代替等待，或者在这个 Promise 用不到的队列上等待。")
    case .slowHandler:
      language(
        "Move the work to a queue of its own, or divide it into shorter steps.",
        "把这项工作移到单独的队列，或拆成更短的步骤。")
    case .queueContention:
      language(
        "Give the work more queues, or a concurrent one, or start less of it at the same time.",
        "给这些工作更多队列或一个并发队列，或者减少同时启动的数量。")
    case .emptyCombinator:
      language(
        "Check for an empty list before combining it.",
        "合并之前先检查列表是否为空。")
    case .retryStorm:
      language(
        "Wait longer between attempts, for instance with a growing delay, or limit their number.",
        "延长两次尝试之间的间隔，例如逐次递增，或者限制次数。")
    case .manyHandlers:
      language(
        "Check that handlers are not registered again and again on a promise that lives long.",
        "检查是否在长期存活的 Promise 上反复登记处理函数。")
    case .deepChain:
      language(
        "Check that the chain is not extended in a loop that never ends.",
        "检查是否有永不结束的循环在不断延长这条链。")
    case .floatingPromise:
      language(
        "Await it, return it, or give it a catch, so that its error reaches someone.",
        "等待它、返回它，或者加上 catch，让它的错误有人处理。")
    case .missingAwait:
      language(
        "Await the call, or return its promise, so that what waits for the caller also waits for it.",
        "等待这个调用，或者返回它的 Promise，这样等待调用方的代码也会等待它。")
    case .eventLoopBlocked:
      language(
        "Divide the work into steps that give the loop a turn, or move it to a worker thread.",
        "把工作拆成能让事件循环轮转的步骤，或移到工作线程。")
    case .unboundedConcurrency:
      language(
        "Start a bounded number at a time, for instance with a pool or in batches.",
        "限制同时启动的数量，例如使用池或分批。")
    case .nestedChain:
      language(
        "Return each promise from its handler and put the next step below, in one chain; pass on a value that a later step needs, too.",
        "从每个处理函数中返回 Promise，把下一步写在同一条链的下面；后面还需要的值也一并传下去。")
    case .uncanceledSource:
      language(
        "Let the time limit cancel the work, as timeout(_:cancelsSource: true) does.",
        "让时限取消这项工作，例如 timeout(_:cancelsSource: true)。")
    case .duplicateRequest:
      language(
        "Keep the promise of the first request, and return it to every caller until it has settled.",
        "保留第一个请求的 Promise，在它敲定之前把它返回给每个调用方。")
    case .nPlusOne:
      language(
        "Ask for all elements with one request, or let the first request return them.",
        "用一个请求取得所有元素，或让第一个请求直接返回它们。")
    }
  }
}

extension RuntimeProfile {
  /// What to do about a finding, where the runtime needs other words than a program with this library; nil otherwise.
  func hint(for rule: Rule, operation: String) -> Text? {
    switch rule {
    case .unhandledRejection: words.handleError
    case .neverSettled where traits(of: operation).contains(.awaits): words.lookAtAwaited
    case .neverSettled where isRequest(operation): words.limitRequest
    case .neverSettled: words.settle
    case .serialAlthoughIndependent: words.startTogether
    case .needlessPromise: words.reuse
    default: nil
    }
  }
}

/// How serious a finding is.
public enum Severity: String, Sendable, Comparable, CaseIterable, Codable {
  /// Worth knowing. It may be intended.
  case note
  /// Probably wrong.
  case warning
  /// Wrong.
  case error

  /// Compares by seriousness: `note` is the least.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int { Severity.allCases.firstIndex(of: self) ?? 0 }
}
