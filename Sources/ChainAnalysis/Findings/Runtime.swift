// The runtimes whose words sentences and hints use. Owns the hints that differ between them, and which rows stand for a runtime's own calls.

import ChainModel
import PlainText
import PromiseTrace

/// What ran a program, as the header of its log says.
enum Runtime: Sendable {
  /// The promises of this package, and anything that is not known.
  case swift
  case node
  case asyncio

  /// - Parameter name: The `runtime` of the header, such as `node 22.3.0`.
  init(_ name: String) { self = name.hasPrefix("node") ? .node : name.hasPrefix("cpython") ? .asyncio : .swift }

  /// Whether a promise with this operator stands for a call of the runtime or of a package, such as `fetch`, so that the program can't settle it.
  func isRequest(_ operation: String) -> Bool {
    switch self {
    case .swift: false
    case .node: !OperatorNames.isOfNodeProgram(operation)
    case .asyncio: !OperatorNames.isOfAsyncioProgram(operation)
    }
  }

  /// Why a promise that the program has to settle itself is pending, as the end of a sentence.
  func pendingReason(_ language: Language) -> String {
    switch self {
    case .swift: language("its resolver has not been called", "它的 resolver 未被调用")
    case .node: language("neither resolve nor reject has been called", "resolve 和 reject 都未被调用")
    case .asyncio: language("neither set_result nor set_exception has been called", "set_result 和 set_exception 都未被调用")
    }
  }

  /// What to do about a finding, where the runtime needs other words than a Swift program; nil otherwise.
  func hint(for rule: Rule, operation: String, _ language: Language) -> String? {
    switch self {
    case .swift: nil
    case .node: nodeHint(for: rule, operation: operation, language)
    case .asyncio: asyncioHint(for: rule, operation: operation, language)
    }
  }

  private func nodeHint(for rule: Rule, operation: String, _ language: Language) -> String? {
    switch rule {
    case .unhandledRejection:
      language(
        "Await it in a try block, or add a catch to the end of the chain.", "在 try 块中等待它，或者在链的末尾添加 catch。")
    case .neverSettled where operation == "async function" || operation == "async callback":
      language("Look at the promise that it awaits.", "看看它在等待哪个 Promise。")
    case .neverSettled where isRequest(operation):
      language(
        "Find out what its operation waits for, such as the end of a stream; an AbortSignal with a timeout turns a hang into an error.",
        "查明它的操作在等什么，例如流的结束；带超时的 AbortSignal 可以把卡住变成错误。")
    case .neverSettled:
      language(
        "Call resolve or reject on every path, also when the work fails, is aborted, or its callback never arrives.",
        "在每条路径上都调用 resolve 或 reject，包括操作失败、被中止或回调从未到达的情形。")
    case .serialAlthoughIndependent:
      language(
        "If they do not need each other's values, start them together and await Promise.all.",
        "如果它们不需要彼此的值，就同时启动，再等待 Promise.all。")
    case .needlessPromise:
      language(
        "Return the existing promise, or use Promise.resolve(value).", "直接返回已有的 Promise，或使用 Promise.resolve(value)。")
    default: nil
    }
  }

  private func asyncioHint(for rule: Rule, operation: String, _ language: Language) -> String? {
    switch rule {
    case .unhandledRejection:
      language("Await the task in a try block, or look at its exception().", "在 try 块中等待这个任务，或者查看它的 exception()。")
    case .neverSettled where operation == "task":
      language("Look at what it awaits, and keep a reference to the task.", "看看它在等待什么，并保留对这个任务的引用。")
    case .neverSettled where isRequest(operation):
      language(
        "Find out what it waits for, such as an item, a lock, or the end of a stream; wait_for turns a hang into an error.",
        "查明它在等什么，例如一个元素、一把锁或流的结束；wait_for 可以把卡住变成错误。")
    case .neverSettled:
      language(
        "Call set_result or set_exception on every path, also when the work fails, is canceled, or its callback never arrives.",
        "在每条路径上都调用 set_result 或 set_exception，包括操作失败、被取消或回调从未到达的情形。")
    case .serialAlthoughIndependent:
      language(
        "If they do not need each other's values, start them together and await asyncio.gather.",
        "如果它们不需要彼此的值，就同时启动，再等待 asyncio.gather。")
    default: nil
    }
  }
}
