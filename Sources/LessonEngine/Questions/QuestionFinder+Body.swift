// Questions about bodies and handlers: when they run, and what their end does to the promise that they belong to.

import ChainModel
import PlainText
import PromiseTrace

extension QuestionFinder {
  /// The kinds of promises that are parts of another one, so that no code called an operator.
  private static let parts: Set<String> = ["step", "aggregate", "serial", "attempt"]

  /// Asks what an operator returns, once per run: at the first one.
  mutating func askAboutNewPromise(_ event: Event, at index: Int) {
    guard event.peer != 0, !Self.parts.contains(names.operation(event.operation) ?? ""),
      !found.contains(where: { $0.kind == .newPromise }), store.contains(event.peer),
      let operation = names.operation(event.operation)
    else { return }
    let site = names.site(event.site).map(line)
    let (parent, known) = (name(event.peer), short(event.peer))
    let isOpen = store.isOpen(event.peer)
    propose(
      .newPromise, about: event.peer, at: index, answeredBy: index, site: event.site,
      facts: [
        LocalizedLine(
          "\(site.map { "At \($0), " as StoryLine } ?? "")\(operation) is called on \(parent).",
          "\(site.map { "在 \($0)，" as StoryLine } ?? "")对 \(parent) 调用了 \(operation)。")
      ], LocalizedLine("What does \(operation) return?", "\(operation) 返回什么？"),
      right: (
        isOpen
          ? LocalizedLine("A new promise that waits for \(known).", "一个等待 \(known) 的新 Promise。")
          : LocalizedLine("A new promise, although \(known) is settled.", "一个新的 Promise，尽管 \(known) 已敲定。"),
        .derives(from: event.peer)
      ),
      wrong: [
        (
          .thenReturnsSame, LocalizedLine("\(known) itself, with one more handler.", "\(known) 本身，多了一个处理函数。"),
          .derivesNothing(from: event.peer)
        ),
        (
          .thenReturnsValue, LocalizedLine("The value of \(known), as soon as it is there.", "\(known) 的值，一旦有了就返回。"),
          .derivesNothing(from: event.peer)
        ),
      ])
  }

  /// Asks when the body of a new promise runs.
  mutating func askWhenBodyRuns(_ event: Event, at index: Int) {
    guard event.peer == 0, let operation = names.operation(event.operation) else { return }
    if let enqueued = record.first([.enqueued], of: event.promise, from: index), enqueued == index {
      return event.context == 0
        ? askAboutBodyOnQueue(event, operation, at: index) : askAboutQueuedBody(event, operation, at: index)
    }
    let id = event.promise
    let started = record.first([.started], of: id, from: index)
    propose(
      .bodyAtOnce, about: id, at: index, answeredBy: started,
      facts: [
        operation == "Promise"
          ? LocalizedLine(
            "In PromiseKit's vocabulary, \(operation) creates \(name(id)), with a body.",
            "按 PromiseKit 的写法，代码调用 \(operation) 并传入函数体，创建了 \(name(id))。")
          : OperatorTraits(operation).contains(.call)
            ? LocalizedLine(
              "The call of an async function creates \(name(id)), and the function is its body.",
              "代码调用 async 函数，创建了 \(name(id))；这个函数就是它的函数体。")
            : LocalizedLine(
              "\(operation) creates \(name(id)), with a body.", "代码调用 \(operation) 并传入函数体，创建了 \(name(id))。")
      ],
      LocalizedLine("When does the body run?", "函数体何时运行？"),
      right: (LocalizedLine("At once, before the call returns.", "立即运行，在调用返回之前。"), .startsNext(id)),
      wrong: [
        (
          .bodyRunsLater, LocalizedLine("Later, when the calling code has ended.", "稍后，在调用它的代码结束之后。"),
          .startsLater(id)
        ),
        (.bodyIsLazy, LocalizedLine("When a handler is added.", "添加处理函数的时候。"), .startsLater(id)),
      ])
  }

  /// Asks what the end of a handler does to its promise.
  mutating func askAfterBody(_ event: Event, at index: Int) {
    let id = event.promise
    guard names.hasHandler(id), let facts = store.facts(id), let parent = store.facts(facts.from) else { return }
    let isRejection = parent.state == .rejected || parent.state == .unhandled
    guard isRejection || parent.state == .fulfilled else { return }
    switch event.outcome {
    case .value where isRejection: askAboutRecovery(id, parent, at: index)
    case .void where isRejection: askAboutPassingCatch(id, parent, at: index)
    case .void: askAboutNoReturn(id, parent, at: index)
    case .threw where isRejection: askAboutRethrow(id, parent, at: index)
    case .threw: askAboutThrow(id, at: index)
    case .promise: askAboutReturnedPromise(id, at: index)
    case .value, nil: break
    }
  }

  func handlerEnded(_ id: PromiseID, _ english: StoryLine, _ chinese: StoryLine) -> LocalizedLine {
    LocalizedLine("The handler of \(name(id)) \(english).", "\(name(id)) 的处理函数\(chinese)。")
  }

  private var pending: (LocalizedLine) { LocalizedLine("It stays pending: nothing settles it.", "它一直待定：再没有代码能让它敲定。") }

  private mutating func askAboutRecovery(_ id: PromiseID, _ parent: NodeFacts, at index: Int) {
    propose(
      .recovery, about: id, at: index, answeredBy: record.settlement(of: id, from: index), with: [parent.id],
      facts: [
        LocalizedLine("\(name(parent.id)) was rejected.", "\(name(parent.id)) 被拒绝。"),
        handlerEnded(id, "took the rejection and returned a value", "接住了拒绝，并返回了一个值"),
      ], whatHappens(to: id),
      right: (
        LocalizedLine("It is fulfilled with that value.", "它以这个值兑现。"), .settles(id, .fulfilled, .any, running: nil)
      ),
      wrong: [
        (
          .catchKeepsRejection,
          LocalizedLine("It is rejected: an error stays an error.", "它仍被拒绝：处理过的错误还是错误。"),
          .settles(id, .rejected, .any, running: nil)
        ),
        (
          .catchEndsChain, LocalizedLine("It stays pending: the chain ends here.", "它一直待定：链到此结束。"),
          .neverSettles(id)
        ),
      ])
  }

  private mutating func askAboutPassingCatch(_ id: PromiseID, _ parent: NodeFacts, at index: Int) {
    let error = error(parent.text, parent.type)
    let with: StoryLine = error.map { " with \($0)" } ?? ""
    let zhWith: StoryLine = error.map { "，错误为 \($0)" } ?? ""
    guard let settlement = record.settlement(of: id, from: index) else { return }
    let operation = names.operation(store.facts(id)?.operation ?? .none) ?? ""
    let passes = (
      LocalizedLine("It is rejected\(with): the rejection passes on.", "它被拒绝\(zhWith)：拒绝原样传递。"),
      Claim.settles(id, .rejected, .equal(parent.text), running: nil)
    )
    let recovers = (
      LocalizedLine("It is fulfilled, without a value.", "它会兑现，没有值。"),
      Claim.settles(id, .fulfilled, .any, running: nil)
    )
    let isPassing = record.events[settlement].kind == .rejected
    let isCatch = operation == "catch"
    let (english, chinese) = words(of: id, observes: isPassing)
    propose(
      isPassing ? .catchPassesOn : .recovery, about: id, at: index, answeredBy: settlement, with: [parent.id],
      rule: !isPassing && isCatch ? Misconception.catchOnlyObserves.lesson : nil,
      facts: [
        LocalizedLine("\(name(parent.id)) was rejected.", "\(name(parent.id)) 被拒绝。"),
        LocalizedLine(
          "The handler of \(name(id)) (\(english)) took the rejection and returned nothing.",
          "\(name(id))（\(chinese)）的处理函数接住了拒绝，没有返回值。"),
      ], whatHappens(to: id), right: isPassing ? passes : recovers,
      wrong: [
        isPassing
          ? (isCatch ? .catchAlwaysRecovers : .observerRecovers, recovers.0, recovers.1)
          : (isCatch ? .catchOnlyObserves : .catchKeepsRejection, passes.0, passes.1),
        (
          .catchEndsChain, LocalizedLine("It stays pending: the chain ends here.", "它一直待定：链到此结束。"),
          .neverSettles(id)
        ),
      ])
  }

  /// The operator of a promise, with the vocabulary that decides what its handler does to a rejection.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - observes: Whether the rejection passes on although the handler returns; nil if the handler throws.
  func words(of id: PromiseID, observes: Bool?) -> (english: StoryLine, chinese: StoryLine) {
    let operation = names.operation(store.operation(of: id)) ?? ""
    guard operation == "catch", let observes else { return ("\(operation)", "\(operation)") }
    return observes
      ? ("catch of Google Promises", "Google Promises 的 catch")
      : ("catch of PromiseKit and JavaScript", "PromiseKit 和 JavaScript 的 catch")
  }

  private mutating func askAboutNoReturn(_ id: PromiseID, _ parent: NodeFacts, at index: Int) {
    // Without a recorded value, passing it on looks like an empty one.
    guard let value = value(parent.text) else { return }
    propose(
      .noReturn, about: id, at: index, answeredBy: record.settlement(of: id, from: index), with: [parent.id],
      facts: [
        LocalizedLine("\(name(parent.id)) was fulfilled with \(value).", "\(name(parent.id)) 已兑现，值为 \(value)。"),
        handlerEnded(id, "ran and returned nothing", "已执行，但没有返回值"),
      ], whatHappens(to: id),
      right: (
        LocalizedLine("It is fulfilled with \(value), which passes on.", "它以 \(value) 兑现：值原样传递。"),
        .settles(id, .fulfilled, .equal(parent.text), running: nil)
      ),
      wrong: [
        (
          .missingReturnIsEmpty, LocalizedLine("It is fulfilled, without a value.", "它会兑现，没有值。"),
          .settles(id, .fulfilled, .other(than: parent.text), running: nil)
        ),
        (.missingReturnHangs, pending, .neverSettles(id)),
      ])
  }

  private mutating func askAboutThrow(_ id: PromiseID, at index: Int) {
    propose(
      .thrown, about: id, at: index, answeredBy: record.settlement(of: id, from: index),
      facts: [handlerEnded(id, "threw an error", "抛出了一个错误")], whatHappens(to: id),
      right: (
        LocalizedLine("It is rejected with the thrown error.", "它被拒绝，错误就是抛出的那个。"),
        .settles(id, .rejected, .any, running: nil)
      ),
      wrong: [
        (
          .thrownErrorIsLost, LocalizedLine("It stays pending: its handler has failed.", "它一直待定：它的处理函数失败了。"),
          .neverSettles(id)
        ),
        (
          .thrownErrorIsLost, LocalizedLine("It is fulfilled, without a value.", "它会兑现，没有值。"),
          .settles(id, .fulfilled, .any, running: nil)
        ),
      ])
  }

  /// Asks what a handler for rejections does to its promise that throws itself.
  private mutating func askAboutRethrow(_ id: PromiseID, _ parent: NodeFacts, at index: Int) {
    guard let settlement = record.settlement(of: id, from: index), let error = error(parent.text, parent.type)
    else { return }
    let passesOn = record.events[settlement].text == parent.text
    let old = (
      LocalizedLine("It is rejected with \(error), the error that the handler received.", "它被拒绝，错误就是处理函数收到的 \(error)。"),
      Claim.settles(id, .rejected, .equal(parent.text), running: nil)
    )
    let new = (
      LocalizedLine("It is rejected with the error that the handler threw.", "它被拒绝，错误是处理函数抛出的那个。"),
      Claim.settles(id, .rejected, .other(than: parent.text), running: nil)
    )
    propose(
      .rethrown, about: id, at: index, answeredBy: settlement, with: [parent.id],
      facts: [
        LocalizedLine("\(name(parent.id)) was rejected with \(error).", "\(name(parent.id)) 被拒绝，错误为 \(error)。"),
        handlerEnded(
          id, passesOn ? "took the rejection and threw the same error" : "took the rejection and threw another error",
          passesOn ? "接住了拒绝，又抛出了同一个错误" : "接住了拒绝，又抛出了另一个错误"),
      ], whatHappens(to: id), right: passesOn ? old : new,
      wrong: [
        (.oldErrorStays, old.0, old.1),
        (
          .throwingCatchRecovers, LocalizedLine("It is fulfilled: the rejection was handled.", "它会兑现：拒绝已经处理过了。"),
          .settles(id, .fulfilled, .any, running: nil)
        ),
        (
          .thrownErrorIsLost, LocalizedLine("It stays pending: its handler has failed.", "它一直待定：它的处理函数失败了。"),
          .neverSettles(id)
        ),
      ])
  }
}
