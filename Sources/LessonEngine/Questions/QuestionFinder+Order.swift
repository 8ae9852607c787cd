// Questions about order: which handler runs first, which line is written first, which promise settles next, and what waits in a queue. Only
// a queue that runs one body after another, or the end of a body, proves an order; what different threads do proves none.

import ChainModel
import PlainText
import PromiseTrace

extension QuestionFinder {
  /// Asks in what order several handlers of one promise run.
  mutating func askAboutOrder(_ event: Event, at index: Int) {
    let side: HandledSides = event.kind == .fulfilled ? .fulfilled : .rejected
    let handlers = children(of: event.promise).filter { $0.sides.contains(side) }.map(\.id)
    guard (2...4).contains(handlers.count) else { return }
    // The main queue runs one body after another; of other queues, the log does not say so.
    let starts = handlers.compactMap { record.first([.started], of: $0, from: index) }
    guard starts.count == handlers.count, let last = starts.max(),
      starts.allSatisfy({ store.texts[record.events[$0].queue] == "main" })
    else { return }
    func list(_ ids: [PromiseID]) -> StoryLine {
      StoryLine(ids.enumerated().flatMap { ($0.offset > 0 ? [.text(", ")] : []) + [.promise($0.element, label: nil)] })
    }
    func chineseList(_ ids: [PromiseID]) -> StoryLine {
      StoryLine(ids.enumerated().flatMap { ($0.offset > 0 ? [.text("、")] : []) + [.promise($0.element, label: nil)] })
    }
    let newest = handlers[handlers.count - 1]
    let reversed = Array(handlers.reversed())
    propose(
      .order, about: event.promise, at: index, answeredBy: last, with: handlers,
      facts: [
        outcome(event),
        LocalizedLine(
          "\(names.line(.english) { names.list(handlers, to: $0) }) each have a handler for that.",
          "\(names.line(.chinese) { names.list(handlers, to: $0) }) 各有一个处理函数。"),
      ], LocalizedLine("Which handlers run, and in what order?", "哪些处理函数会运行，顺序如何？"),
      right: (
        LocalizedLine("\(list(handlers)): the order in which they were added.", "\(chineseList(handlers))：按添加的顺序。"),
        .runInOrder(handlers)
      ),
      wrong: [
        (
          .newestHandlerFirst,
          LocalizedLine("\(list(reversed)): the newest one first.", "\(chineseList(reversed))：后添加的先运行。"),
          .runInOrder(reversed)
        ),
        (
          .lastHandlerReplaces,
          LocalizedLine("Only \(short(newest)): it replaced the others.", "只有 \(short(newest))：它取代了其他的。"),
          .runsAlone(newest, of: handlers)
        ),
        (
          .valueIsConsumed,
          LocalizedLine("Only \(short(handlers[0])): it takes the result.", "只有 \(short(handlers[0]))：它取走了结果。"),
          .runsAlone(handlers[0], of: handlers)
        ),
      ])
  }

  /// Asks which promise of a chain settles next.
  mutating func askAboutNext(_ event: Event, at index: Int) {
    let side: HandledSides = event.kind == .fulfilled ? .fulfilled : .rejected
    var chain: [PromiseID] = []
    var current = event.promise
    while let child = onlyChild(of: current), chain.count < 8 {
      chain.append(child.id)
      current = child.id
    }
    guard chain.count >= 3, let first = children(of: event.promise).first, !first.sides.contains(side) else { return }
    let last = chain[chain.count - 1]
    propose(
      .next, about: event.promise, at: index, answeredBy: record.settlement(of: chain[0], from: index), with: chain,
      facts: [outcome(event)],
      LocalizedLine("Which of these settles next?", "接下来敲定的是哪一个？"),
      right: (
        LocalizedLine("\(name(chain[0])).", "\(name(chain[0]))。"),
        .settlesFirst(chain[0], nil, before: Array(chain.dropFirst()))
      ),
      wrong: [
        (
          .chainSettlesFromEnd, LocalizedLine("\(name(last)): the end of the chain.", "\(name(last))：链的末端。"),
          .settlesFirst(last, nil, before: chain.filter { $0 != last })
        ),
        (
          .chainSettlesFromEnd, LocalizedLine("\(name(chain[1])), which skips one.", "\(name(chain[1]))，越过了一个。"),
          .settlesFirst(chain[1], nil, before: chain.filter { $0 != chain[1] })
        ),
      ])
  }

  /// Asks which line is written first: the one of a new promise's handler, or the next one of the code that registers it.
  mutating func askWhichLineIsFirst(_ event: Event, at index: Int) {
    let (id, parent, creator) = (event.promise, event.peer, event.context)
    guard parent != 0, !found.contains(where: { $0.kind == .firstLine }),
      let operation = names.operation(event.operation), let started = record.first([.started], of: id, from: index),
      store.texts[record.events[started].queue] == "main",
      creator == 0 || store.facts(creator).map({ store.texts[$0.queue] == "main" }) ?? false
    else { return }
    let asked = shown(index - 1)
    // A line between the two would need an answer of its own. What lies before the first one is seen without being asked for.
    let lines = record.notes(from: asked).prefix(12)
    guard let calling = lines.first, calling - asked < 4, record.events[calling].context == creator,
      let handling = lines.first(where: { record.events[$0].context == id }),
      record.events[calling].text != record.events[handling].text
    else { return }
    // The order is proved if the promise is still pending when the calling code writes, or if both run on the same queue.
    guard store.isOpen(parent) ? calling < record.settlement(of: parent, from: asked) ?? 0 : creator != 0 else {
      return
    }
    let (first, second) = (record.events[calling].text, record.events[handling].text)
    guard let firstLine = quoted(first), let secondLine = quoted(second) else { return }
    propose(
      .firstLine, about: id, at: asked, answeredBy: calling, with: [parent],
      facts: [
        store.isOpen(parent)
          ? LocalizedLine("\(name(parent)) is pending.", "\(name(parent)) 仍待定。")
          : LocalizedLine("\(name(parent)) is already settled.", "\(name(parent)) 早已敲定。"),
        LocalizedLine(
          "\(operation) has registered the handler of \(name(id)).", "\(operation) 登记了 \(name(id)) 的处理函数。"),
      ], LocalizedLine("Which of these lines does the program write first?", "程序先输出哪一行？"),
      right: (firstLine, .writesFirst(first, before: [second])),
      wrong: [(.handlerRunsAtOnce, secondLine, .writesFirst(second, before: [first]))])
  }

  /// A line of the program in quotation marks; nil if it was not recorded.
  private func quoted(_ text: TextID) -> LocalizedLine? {
    names.output(text).map(line).map { LocalizedLine("\"\($0)\"", "「\($0)」") }
  }

  /// Asks when a handler runs that waits in a queue behind another one.
  mutating func askAboutSharedQueue(_ event: Event, at index: Int) {
    guard record.serialQueues.contains(event.queue), store.texts[event.queue] != "main", !names.isInline(event.queue),
      let queue = names.queue(event.queue).map(line), let waiting = queued[event.queue], waiting.first == event.promise,
      let behind = waiting.dropFirst().first, names.hasHandler(behind), names.hasHandler(event.promise)
    else { return }
    let first = event.promise
    propose(
      .queuedHandler, about: behind, at: index, answeredBy: index, with: [first],
      facts: [
        LocalizedLine(
          "The handlers of \(name(first)) and \(name(behind)) wait in the queue \(queue), in this order.",
          "\(name(first)) 和 \(name(behind)) 的处理函数依次排在队列 \(queue) 上。")
      ],
      LocalizedLine("When does the handler of \(short(behind)) run?", "\(short(behind)) 的处理函数何时运行？"),
      right: (
        LocalizedLine("When that of \(short(first)) has ended.", "等 \(short(first)) 的处理函数结束之后。"),
        .startsAfterEnd(behind, of: first)
      ),
      wrong: [
        (
          .queueRunsAllAtOnce,
          LocalizedLine("Now, at the same time as that of \(short(first)).", "现在，与 \(short(first)) 的处理函数同时运行。"),
          .startsBeforeEnd(behind, of: first)
        ),
        (.takenQueueDropsHandler, LocalizedLine("Never: the queue is taken.", "不会运行：队列被占用了。"), .neverRuns(behind)),
      ])
  }

  /// The names of the operators of Google Promises that create a promise with a body.
  private static let namesOfGoogle: Set<String> = ["async", "do"]

  /// Asks when the body of a new promise runs that top-level code has put on the main queue.
  mutating func askAboutBodyOnQueue(_ event: Event, _ operation: String, at index: Int) {
    let id = event.promise
    guard let started = record.first([.started], of: id, from: index),
      store.texts[record.events[started].queue] == "main"
    else { return }
    // The next thing that the calling code does answers the question.
    let next = record.events[index..<started].firstIndex { $0.promise != id && $0.context == 0 }
    propose(
      .bodyLater, about: id, at: index, answeredBy: next,
      facts: [
        Self.namesOfGoogle.contains(operation)
          ? LocalizedLine(
            "In Google's vocabulary, \(operation) creates \(name(id)) and puts its body on main.",
            "按 Google 的写法，代码调用 \(operation) 创建了 \(name(id))，并把它的函数体放到 main 上。")
          : LocalizedLine(
            "\(operation) creates \(name(id)) and puts its body on main.",
            "代码调用 \(operation) 创建了 \(name(id))，并把它的函数体放到 main 上。")
      ], LocalizedLine("When does this body run?", "这个函数体何时运行？"),
      right: (
        LocalizedLine("Later: the call returns first.", "稍后：这次调用先返回。"), .startsLater(id)
      ),
      wrong: [
        (.bodyRunsAtOnce, LocalizedLine("At once, before the call returns.", "立即运行，在调用返回之前。"), .startsNext(id)),
        (.bodyIsLazy, LocalizedLine("Never, unless its value is used.", "不会运行，除非用到它的值。"), .neverRuns(id)),
      ])
  }

  /// Asks when the body of a new promise runs that a body has put on the queue on which the body itself runs.
  mutating func askAboutQueuedBody(_ event: Event, _ operation: String, at index: Int) {
    let (id, caller) = (event.promise, event.context)
    guard let running = store.facts(caller), running.state == .running, store.texts[running.queue] == "main",
      let started = record.first([.started], of: id, from: index), store.texts[record.events[started].queue] == "main"
    else { return }
    func body(_ language: Language) -> StoryLine {
      names.line(language) {
        let body = names.body(caller, in: $0)
        $0.add(body.0, body.1)
      }
    }
    let (english, chinese) = (body(.english), body(.chinese))
    propose(
      .bodyLater, about: id, at: index, answeredBy: started, with: [caller],
      facts: [
        LocalizedLine("On main, \(english) is running.", "\(chinese)正在 main 上运行。"),
        LocalizedLine(
          "There, \(operation) creates \(name(id)) and puts its body on main, too.",
          "它调用 \(operation) 创建了 \(name(id))，并把它的函数体也放到 main 上。"),
      ], LocalizedLine("When does the body of \(short(id)) run?", "\(short(id)) 的函数体何时运行？"),
      right: (
        LocalizedLine("Later: when that of \(short(caller)) has ended.", "稍后：等前者结束之后。"),
        .startsAfterEnd(id, of: caller)
      ),
      wrong: [
        (
          .bodyRunsAtOnce, LocalizedLine("At once, before the call returns.", "立即运行，在调用返回之前。"),
          .startsBeforeEnd(id, of: caller)
        ),
        (.bodyIsLazy, LocalizedLine("Never, unless its value is used.", "不会运行，除非用到它的值。"), .neverRuns(id)),
      ])
  }
}
