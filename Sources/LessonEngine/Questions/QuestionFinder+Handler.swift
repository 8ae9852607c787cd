// Questions about what comes early, late, or never: when a handler runs that is registered before or after the settlement, what a second
// settlement does, and what becomes of promises that wait for one that nothing can settle.

import ChainModel
import PlainText
import PromiseTrace

extension QuestionFinder {
  /// Asks when the handler of a new promise runs: once per run of a pending promise, and once of a settled one.
  mutating func askWhenHandlerRuns(_ event: Event, at index: Int) {
    let (id, parent) = (event.promise, event.peer)
    guard parent != 0, let facts = store.facts(parent), let operation = names.operation(event.operation) else { return }
    // What is registered follows the creation.
    let end = shown(index - 1)
    let registered = record.events[index..<end].first {
      $0.kind == .registered && $0.promise == parent && $0.peer == id
    }
    guard let handles = registered?.handles, !handles.isEmpty else { return }
    let open = store.isOpen(parent)
    let kind: QuestionKind = open ? .handlerWaits : .lateHandler
    guard !found.contains(where: { $0.kind == kind }) else { return }
    if open {
      // When a handler for both outcomes or for errors runs, says too much about the outcome.
      if handles == .fulfilled { askAboutWaitingHandler(id, of: parent, operation, at: end) }
      return
    }
    guard facts.state == .fulfilled, handles.contains(.fulfilled) else { return }
    let value = value(facts.text)
    // The end of the calling code is seen only if it is a body; that the handler runs later, only on the same queue.
    let isLater = event.context != 0 && record.holds(.startsAfterEnd(id, of: event.context), from: end) == true
    propose(
      .lateHandler, about: id, at: end, answeredBy: record.first([.started], of: id, from: end), with: [parent],
      facts: [
        value.map {
          LocalizedLine("\(name(parent)) is already fulfilled, with \($0).", "\(name(parent)) 早已兑现，值为 \($0)。")
        } ?? LocalizedLine("\(name(parent)) is already fulfilled.", "\(name(parent)) 早已兑现。"),
        LocalizedLine(
          "Only now does \(operation) register the handler of \(name(id)).", "直到现在，\(operation) 才登记 \(name(id)) 的处理函数。"),
      ], LocalizedLine("Does this handler run, and when?", "这个处理函数会运行吗？何时运行？"),
      right: isLater
        ? (
          LocalizedLine(
            "Yes, with the value of \(short(parent)), once this code has ended.", "会，并收到 \(short(parent)) 的值，在这段代码结束之后。"
          ),
          .startsAfterEnd(id, of: event.context)
        )
        : (LocalizedLine("Yes, with the value of \(short(parent)).", "会，并收到 \(short(parent)) 的值。"), .runs(id)),
      wrong: (isLater
        ? [
          (
            .handlerRunsAtOnce, LocalizedLine("Yes, at once, inside this call.", "会，立即运行，就在这次调用之内。"),
            .startsBeforeEnd(id, of: event.context)
          )
        ] : []) + [
          (.lateHandlerMissesValue, LocalizedLine("No: it comes too late.", "不会：它来得太晚了。"), .neverRuns(id)),
          (
            .lateHandlerMissesValue,
            LocalizedLine("Not before \(short(parent)) gets another value.", "要等 \(short(parent)) 得到另一个值。"),
            .neverRuns(id)
          ),
        ])
  }

  private mutating func askAboutWaitingHandler(_ id: PromiseID, of parent: PromiseID, _ operation: String, at end: Int)
  {
    // What happens next shows that the handler does not run; that it runs later need not be seen.
    guard end < record.events.count else { return }
    propose(
      .handlerWaits, about: id, at: end, answeredBy: end, with: [parent],
      facts: [
        LocalizedLine("\(name(parent)) is pending.", "\(name(parent)) 仍待定。"),
        LocalizedLine("\(operation) has registered the handler of \(name(id)).", "\(operation) 登记了 \(name(id)) 的处理函数。"),
      ], LocalizedLine("When does this handler run?", "这个处理函数何时运行？"),
      right: (
        LocalizedLine("Once \(short(parent)) is fulfilled.", "\(short(parent)) 兑现之后。"),
        .startsAfterSettling(id, of: parent)
      ),
      wrong: [
        (
          .handlerRunsAtOnce, LocalizedLine("At once, inside this call.", "立即运行，就在这次调用之内。"), .startsNext(id)
        ),
        (.bodyIsLazy, LocalizedLine("Only if code waits for it.", "只有代码在等它的时候。"), .neverRuns(id)),
      ])
  }

  /// Asks what happens to a promise that waits for one that was freed while pending.
  mutating func askAboutLeak(_ event: Event, at index: Int) {
    let id = event.promise
    guard event.state == .pending, index < record.events.count else { return }
    var waiter: PromiseID = 0
    store.forEachDependent(of: id, limit: 16) { dependent, _, _ in
      if store.isOpen(dependent) { waiter = dependent }
      return waiter == 0
    }
    guard waiter != 0 else { return }
    propose(
      .leak, about: waiter, at: index, answeredBy: index, with: [id],
      facts: [
        LocalizedLine(
          "\(name(id)) was freed while pending: no code can settle it anymore.", "\(name(id)) 在待定时被释放：再没有代码能让它敲定。"),
        LocalizedLine("\(name(waiter)) waits for it.", "\(name(waiter)) 在等待它。"),
      ], whatHappens(to: waiter),
      right: (LocalizedLine("It stays pending forever.", "它永远待定。"), .neverSettles(waiter)),
      wrong: [
        (
          .freedMeansSettled,
          LocalizedLine("It is rejected, because \(short(id)) is gone.", "它被拒绝，因为 \(short(id)) 已不存在。"),
          .settles(waiter, .rejected, .any, running: nil)
        ),
        (
          .freedMeansSettled, LocalizedLine("It is fulfilled, without a value.", "它会兑现，没有值。"),
          .settles(waiter, .fulfilled, .any, running: nil)
        ),
      ])
  }

  /// Asks which promises never settle because one was freed while pending, if there are several.
  mutating func askAboutVictims(_ event: Event, at index: Int) {
    let id = event.promise
    guard event.state == .pending, index < record.events.count else { return }
    var victims: [PromiseID] = []
    var next = [id]
    while let current = next.popLast(), victims.count < 40 {
      store.forEachDependent(of: current, limit: 16) { dependent, _, _ in
        if store.isOpen(dependent), !victims.contains(dependent) {
          victims.append(dependent)
          next.append(dependent)
        }
        return true
      }
    }
    guard victims.count > 1, let nearest = victims.first else { return }
    victims.sort()
    propose(
      .victims, about: nearest, at: index, answeredBy: index, with: [id] + victims,
      facts: [
        LocalizedLine(
          "\(name(id)) was freed while pending: no code can settle it anymore.", "\(name(id)) 在待定时被释放：再没有代码能让它敲定。"),
        LocalizedLine("\(name(nearest)) waits for it.", "\(name(nearest)) 在等待它。"),
      ], LocalizedLine("Which promises stay pending because of it?", "哪些 Promise 会因此一直待定？"),
      right: (
        LocalizedLine(
          "\(names.line(.english) { names.list(victims, to: $0) }): all that wait for it, directly or not.",
          "\(names.line(.chinese) { names.list(victims, to: $0) })：所有直接或间接等待它的。"), .stayPending(victims, of: victims)
      ),
      wrong: [
        (
          .hangStopsAtNext,
          LocalizedLine("Only \(name(nearest)), which waits for it directly.", "只有直接等待它的 \(name(nearest))。"),
          .stayPending([nearest], of: victims)
        ),
        (
          .freedMeansSettled,
          LocalizedLine("None: what waits for it is rejected.", "没有：等待它的都会被拒绝。"), .stayPending([], of: victims)
        ),
      ])
  }

  /// Asks what a second settlement does.
  mutating func askAboutSecondSettlement(_ event: Event, at index: Int) {
    let id = event.promise
    guard let facts = store.facts(id), !facts.isOpen, let attempt = event.attempt else { return }
    let isFulfilled = facts.state == .fulfilled
    guard isFulfilled || facts.isRejected else { return }
    let (english, chinese): (String, String) =
      switch attempt {
      case .fulfill: isFulfilled ? ("fulfill it again", "再次兑现它") : ("fulfill it", "兑现它")
      case .reject: isFulfilled ? ("reject it", "拒绝它") : ("reject it again", "再次拒绝它")
      case .resolve: ("resolve it with another promise", "让它采用另一个 Promise")
      }
    propose(
      .secondSettlement, about: id, at: index, answeredBy: index,
      facts: [
        isFulfilled
          ? LocalizedLine("\(name(id)) is already fulfilled.", "\(name(id)) 已经兑现。")
          : LocalizedLine("\(name(id)) is already rejected.", "\(name(id)) 已经被拒绝。"),
        LocalizedLine("Now the program attempts to \(english).", "现在程序又试图\(chinese)。"),
      ], whatHappens(to: id),
      right: (LocalizedLine("Nothing: the attempt is ignored.", "什么也不会发生：这次尝试被忽略。"), .refuses(id)),
      wrong: [
        (.settlesAgain, LocalizedLine("It gets the new outcome.", "它得到新的结果。"), .settlesAgain(id)),
        (
          .handlersRunAgain, LocalizedLine("It stays as it is, but its handlers run again.", "它保持不变，但处理函数再次运行。"),
          .settlesAgain(id)
        ),
      ])
  }
}
