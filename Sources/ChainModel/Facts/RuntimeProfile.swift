// The runtimes whose programs can be recorded. Everything that tells one from another is in its value here: a new runtime is a value in this
// file, its adapter, and its page.

import PlainText
import PromiseTrace

/// What tells the logs of one runtime from those of others.
package struct RuntimeProfile: Sendable {
  /// How the first word of `runtime` in a log's header starts.
  package var names: [String]
  /// The language of its programs, in the words of OpenTelemetry's conventions; nil for the name in the header.
  package var language: String?
  /// How the names of programs start that run its programs, as in a `#!` line.
  package var interpreters: [String] = []

  /// Whether programs record themselves with this library.
  ///
  /// It knows more than an adapter: who cancels, and that timers may outlast the program. An adapter reports what the runtime found unhandled, for
  /// each branch.
  package var isLibrary = false
  /// What its operators mean, besides ``OperatorTraits/common``.
  package var operators: [String: OperatorTraits] = [:]
  /// How the names of further promises start that the program's own code makes.
  package var ownPrefix: String?
  /// Whether a name that is not the program's own is that of a call of the runtime or of a package, such as `fetch`.
  package var hasRequests = false

  /// Whether a combinator may have inputs that no log has, because they are no promises.
  package var hidesInputs = false
  /// Whether a cancellation that nothing handles ends the program.
  package var endsAtCancellation = false
  /// Whether a handler for errors takes all of them, without naming them.
  package var catchesEverything = false
  /// Whether its logs say when a settled promise is freed.
  package var reportsRelease = true
  /// Whether its logs tell promises that wait for input from others.
  package var tellsInput = true
  /// Whether its logs show the loops around an `await`.
  package var showsLoops = false
  /// Whether code outside of all promises runs in tasks, one step after another, and not as callbacks of events.
  package var hasTasks = true
  /// The type of the error with which it rejects a promise that was resolved with itself.
  package var selfResolutionError: String?

  package var words = Phrases()

  /// Its words in sentences and hints; those that are nil are the ones of this library.
  package struct Phrases: Sendable {
    /// Why a promise that the program has to settle itself is pending, as the end of a sentence.
    package var pending: Text?
    /// Why a promise that was freed can't settle, as the end of a sentence.
    package var freed: Text?
    /// What to do about a rejection that nothing handles.
    package var handleError: Text?
    /// What to do about a body that does not end.
    package var lookAtAwaited: Text?
    /// What to do about a request that does not end.
    package var limitRequest: Text?
    /// What to do about a promise that nothing settles.
    package var settle: Text?
    /// What to do about a call that nothing awaits.
    package var awaitCall: Text?
    /// What to do about an error that was caught without being inspected.
    package var inspectError: Text?
    /// What to do about work that continues although its result is not needed anymore.
    package var cancelRest: Text?
    /// What to do about promises that need not wait for one another.
    package var startTogether: Text?
    /// What to do about a promise around a value or another promise.
    package var reuse: Text?
  }

  /// What an operator's name says.
  package func traits(of operation: String) -> OperatorTraits {
    var traits = (OperatorTraits.common[operation] ?? []).union(operators[operation] ?? [])
    if let ownPrefix, operation.hasPrefix(ownPrefix) { traits.insert(.own) }
    return traits
  }

  /// Whether a promise with this operator stands for a call of the runtime or of a package, such as `fetch`, so that the program can't settle it.
  package func isRequest(_ operation: String) -> Bool { hasRequests && !traits(of: operation).contains(.own) }

  /// Whether a promise with this operator stands for the time for which a lock is held: it awaits its holder.
  package func isHold(_ operation: String) -> Bool { !isLibrary && operation.hasSuffix(" held") }

  /// Whether a function, in the form of `#function`, waits for the next item of a queue or of a connection, by its name: `next()`, `nextTask()`.
  ///
  /// The logs of this library do not show the loop that awaits it.
  package func isNextItem(_ function: String) -> Bool {
    let name = function.prefix { $0 != "(" }
    return isLibrary
      && (["accept", "dequeue", "next", "pop", "receive", "take"].contains(name)
        || name.hasPrefix("next") && name.dropFirst(4).first?.isUppercase ?? false)
  }

  // MARK: The runtimes

  package static let all = [swift, node, asyncio]

  /// The promises of this package.
  package static let swift = RuntimeProfile(names: [], language: "swift", interpreters: ["swift"], isLibrary: true)

  /// A runtime that is not known, whose logs have the words of this library.
  package static let other = RuntimeProfile(names: [])

  package static let node = RuntimeProfile(
    names: ["node", "bun", "deno"], language: "nodejs", interpreters: ["node", "deno", "bun", "tsx"],
    operators: OperatorTraits.table([
      .own: [
        "all", "allSettled", "any", "async callback", "async function", "catch", "finally", "module", "promise", "race",
        "reject", "resolve", "setTimeout", "then", "thenable", "try", "withResolvers",
      ],
      .awaits: ["async function", "async callback"],
      .pause: ["setImmediate", "setTimeout", "setInterval", "wait", "yield"],
      .perhapsPause: ["new Promise"],
      // `Promise.resolve` only wraps a value.
      .turn: ["appendFile", "once", "read", "readv", "resolve", "write", "writev"],
      .iteration: ["next", "async generator"],
      .input: ["next", "question"],
      .listener: ["once"],
    ]),
    ownPrefix: "new ", hasRequests: true, hidesInputs: true, endsAtCancellation: true, catchesEverything: true,
    reportsRelease: false, showsLoops: true, hasTasks: false, selfResolutionError: "TypeError",
    words: Phrases(
      pending: Text("neither resolve nor reject has been called", "resolve 和 reject 都未被调用"),
      freed: Text("nothing can call its resolve or reject anymore", "再没有什么能调用它的 resolve 或 reject"),
      handleError: Text(
        "Await it in a try block, or add a catch to the end of the chain.", "在 try 块中等待它，或者在链的末尾添加 catch。"),
      lookAtAwaited: Text("Look at the promise that it awaits.", "看看它在等待哪个 Promise。"),
      limitRequest: Text(
        "Find out what its operation waits for, such as the end of a stream; an AbortSignal with a timeout turns a hang into an error.",
        "查明它的操作在等什么，例如流的结束；带超时的 AbortSignal 可以把卡住变成错误。"),
      settle: Text(
        "Call resolve or reject on every path, also when the work fails, is aborted, or its callback never arrives.",
        "在每条路径上都调用 resolve 或 reject，包括操作失败、被中止，或者回调始终没被调用的情况。"),
      startTogether: Text(
        "If they do not need each other's values, start them together and await Promise.all.",
        "如果它们不需要彼此的值，就同时启动，再等待 Promise.all。"),
      reuse: Text(
        "Return the existing promise, or use Promise.resolve(value).", "直接返回已有的 Promise，或使用 Promise.resolve(value)。")))

  package static let asyncio = RuntimeProfile(
    names: ["cpython", "pypy", "python"], language: "python", interpreters: ["python"],
    operators: OperatorTraits.table([
      .own: [
        "BoundedSemaphore held", "Lock held", "Queue held", "Semaphore held", "coroutine", "future", "gather",
        "shield", "task", "timeout", "wait_for",
      ],
      .awaits: ["coroutine", "task", "wait_for"],
      .leavesOthers: ["gather"],
      .turn: [
        "BoundedSemaphore", "Condition", "Lock", "Lock.acquire", "Queue.get", "Queue.put", "Semaphore",
        "Semaphore.acquire",
        "StreamReader.read", "StreamReader.readexactly", "StreamReader.readline", "StreamReader.readuntil",
        "StreamWriter.drain",
        "acquire", "drain", "get", "put", "read", "readexactly", "readline", "readuntil", "wait", "wait_for",
      ],
      .lock: ["Lock", "Lock.acquire", "Semaphore", "Semaphore.acquire", "acquire"],
      .settledByProgram: [
        "Barrier.wait", "Condition.wait", "Condition.wait_for", "Lock.acquire", "Queue.join", "Semaphore.acquire",
      ],
    ]),
    hasRequests: true, tellsInput: false, showsLoops: true,
    words: Phrases(
      pending: Text("neither set_result nor set_exception has been called", "set_result 和 set_exception 都未被调用"),
      handleError: Text(
        "Await the task in a try block, or look at its exception().", "在 try 块中等待这个任务，或者查看它的 exception()。"),
      lookAtAwaited: Text("Look at what it awaits, and keep a reference to the task.", "看看它在等待什么，并保留对这个任务的引用。"),
      limitRequest: Text(
        "Find out what it waits for, such as an item, a lock, or the end of a stream; wait_for turns a hang into an error.",
        "查明它在等什么，例如一个元素、一把锁或流的结束；wait_for 可以把卡住变成错误。"),
      settle: Text(
        "Call set_result or set_exception on every path, also when the work fails, is canceled, or its callback never arrives.",
        "在每条路径上都调用 set_result 或 set_exception，包括操作失败、被取消，或者回调始终没被调用的情况。"),
      awaitCall: Text(
        "Await it, or keep its task and await that before the program ends.", "等待它，或者保留它的任务，并在程序结束前等待该任务。"),
      inspectError: Text(
        "Inspect the exception, and raise again what the code cannot recover from; always raise CancelledError again.",
        "检查这个异常，重新抛出代码无法恢复的异常；CancelledError 一律重新抛出。"),
      cancelRest: Text(
        "Use a TaskGroup, which cancels the others, or cancel them in an except block.",
        "使用会取消其余任务的 TaskGroup，或者在 except 块中取消它们。"),
      startTogether: Text(
        "If they do not need each other's values, start them together and await asyncio.gather.",
        "如果它们不需要彼此的值，就同时启动，再等待 asyncio.gather。")))
}

extension RuntimeProfile {
  /// The runtime that the header of a log names.
  ///
  /// - Parameter name: Its `runtime`, such as `node 22.3.0`; empty for this library.
  package init(_ name: String) {
    self = name.isEmpty ? .swift : Self.all.first { $0.names.contains(where: name.hasPrefix) } ?? .other
  }
}

extension TextTable {
  /// The runtime of the log that the texts belong to.
  package var profile: RuntimeProfile { RuntimeProfile(runtime) }
}

extension OperatorTraits {
  private static let anywhere = RuntimeProfile.all.reduce(into: common) {
    $0.merge($1.operators) { $0.union($1) }
  }

  /// What a name says where the runtime does not matter: in any of them.
  package init(_ name: String) { self = Self.anywhere[name] ?? [] }

  /// All names with one of these traits, in any runtime.
  package var names: [String] { Self.anywhere.filter { !$0.value.isDisjoint(with: self) }.map { $0.key } }
}

/// The traits of the operators of one log, by the handle of their name.
package struct OperatorTable: Sendable {
  private var known: [TextID: OperatorTraits] = [:]
  private var latest: (name: TextID, traits: OperatorTraits) = (.none, [])

  package init() {}

  /// What a name says in the runtime of the log.
  @inline(__always)
  package mutating func traits(_ name: TextID, _ texts: TextTable) -> OperatorTraits {
    if latest.name == name { return latest.traits }
    let traits: OperatorTraits
    if let found = known[name] {
      traits = found
    } else {
      if known.count > 4_096 { known.removeAll() }
      traits = texts[name].map { texts.profile.traits(of: $0) } ?? []
      known[name] = traits
    }
    latest = (name, traits)
    return traits
  }
}
