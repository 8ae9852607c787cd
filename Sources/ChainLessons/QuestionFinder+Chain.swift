// Questions about what an outcome does to the promises that wait for it: which handler runs, which is passed by, what settles next.

import ChainModel
import PlainText
import PromiseTrace

extension QuestionFinder {
  /// Asks what happens to the first promise that derives from a settled one.
  mutating func askAboutChildren(_ event: Event, at index: Int) {
    guard !event.isCancelled, let child = children(of: event.promise).first else { return }
    if event.kind == .rejected {
      if child.sides == .fulfilled { askAboutPassedRejection(event, child.id, at: index) }
      if child.sides == .rejected { askAboutCatch(event, child.id, at: index) }
    } else if child.sides == .rejected {
      askAboutPassedValue(event, child.id, at: index)
    }
  }

  private mutating func askAboutPassedRejection(_ event: Event, _ child: PromiseID, at index: Int) {
    let error = error(event.text, event.type)
    let with: StoryLine = error.map { " with \($0)" } ?? ""
    let zhWith: StoryLine = error.map { "，错误为 \($0)" } ?? ""
    propose(
      .passRejection, about: child, at: index, answeredBy: record.settlement(of: child, from: index),
      with: [event.promise],
      facts: [
        outcome(event),
        LocalizedLine("\(name(child)) has a handler for values only.", "\(name(child)) 只登记了成功处理函数。"),
      ], whatHappens(to: child),
      right: (
        LocalizedLine("It is rejected\(with); its handler never runs.", "它也被拒绝\(zhWith)；它的处理函数不会运行。"),
        .settles(child, .rejected, .equal(event.text), running: false)
      ),
      wrong: [
        (
          .handlerRunsWithoutValue, LocalizedLine("Its handler runs with no value.", "它的处理函数会运行，收到空值。"),
          .runs(child)
        ),
        (
          .errorStopsChain, LocalizedLine("It stays pending: nothing settles it.", "它一直待定：再没有代码能让它敲定。"),
          .neverSettles(child)
        ),
        (
          .errorEndsAtNextLink,
          LocalizedLine("It is fulfilled: an error ends at the next link.", "它会兑现：错误在下一环终止。"),
          .settles(child, .fulfilled, .any, running: nil)
        ),
      ])
  }

  private mutating func askAboutCatch(_ event: Event, _ child: PromiseID, at index: Int) {
    propose(
      .catchRuns, about: child, at: index, answeredBy: record.first([.started], of: child, from: index),
      with: [event.promise],
      facts: [
        outcome(event),
        LocalizedLine("\(name(child)) has a handler for rejections.", "\(name(child)) 登记了失败处理函数。"),
      ], whatHappens(to: child),
      right: (LocalizedLine("Its handler runs, with the error.", "它的处理函数会运行，并收到这个错误。"), .runs(child)),
      wrong: [
        (
          .catchIsSkipped,
          LocalizedLine("It is rejected, too; its handler never runs.", "它也被拒绝；它的处理函数不会运行。"),
          .settles(child, .rejected, .any, running: false)
        ),
        (
          .errorStopsChain, LocalizedLine("It stays pending: nothing settles it.", "它一直待定：再没有代码能让它敲定。"),
          .neverSettles(child)
        ),
      ])
  }

  private mutating func askAboutPassedValue(_ event: Event, _ child: PromiseID, at index: Int) {
    let value = value(event.text)
    let with: StoryLine = value.map { " with \($0)" } ?? ""
    let zhWith: StoryLine = value.map { "，值为 \($0)" } ?? ""
    propose(
      .passValue, about: child, at: index, answeredBy: record.settlement(of: child, from: index), with: [event.promise],
      facts: [
        outcome(event),
        LocalizedLine("\(name(child)) has a handler for rejections only.", "\(name(child)) 只登记了失败处理函数。"),
      ], whatHappens(to: child),
      right: (
        LocalizedLine("It is fulfilled\(with); its handler never runs.", "它也兑现\(zhWith)；它的处理函数不会运行。"),
        .settles(child, .fulfilled, .equal(event.text), running: false)
      ),
      wrong: [
        (
          .catchAlwaysRuns, LocalizedLine("Its handler runs, because it comes next.", "它的处理函数会运行，因为轮到它了。"),
          .runs(child)
        ),
        (
          .valueStopsAtCatch,
          LocalizedLine("It stays pending: there is no error to handle.", "它一直待定：没有错误可处理。"), .neverSettles(child)
        ),
        (
          .errorEndsAtNextLink, LocalizedLine("It is rejected: its handler was not needed.", "它被拒绝：它的处理函数没有用上。"),
          .settles(child, .rejected, .any, running: nil)
        ),
      ])
  }

  /// Asks which handler takes a new rejection.
  mutating func askAboutHandler(_ event: Event, at index: Int) {
    guard event.kind == .rejected, !event.isCancelled, event.cause != .passthrough, event.cause != .adopted else {
      return
    }
    // Only along a chain without branches do the registrations so far decide which handler is the nearest one.
    var path = [event.promise]
    var passed: [PromiseID] = []
    var taker: PromiseID?
    while let child = onlyChild(of: path[path.count - 1]), path.count < 40 {
      if child.sides.contains(.rejected) {
        taker = child.id
        break
      }
      if child.sides == .fulfilled { passed.append(child.id) }
      path.append(child.id)
    }
    guard let first = passed.first, let taker else { return }
    propose(
      .handler, about: event.promise, at: index,
      answeredBy: path.compactMap { record.first([.handled], of: $0, from: index) }.min(), with: path + [taker],
      facts: [outcome(event)], LocalizedLine("Which handler takes this rejection?", "哪个处理函数会接住这个拒绝？"),
      right: (
        LocalizedLine("That of \(name(taker)), further down.", "更下游的 \(name(taker)) 的处理函数。"), .handles(taker, path)
      ),
      wrong: [
        (
          .nextHandlerTakesRejection,
          LocalizedLine("That of \(name(first)), the next one.", "\(name(first)) 的处理函数，也就是下一个。"), .handles(first, path)
        ),
        (
          .unhandledAtOnce,
          LocalizedLine(
            "None: \(short(event.promise)) has no rejection handler.", "都不会：\(short(event.promise)) 没有失败处理函数。"),
          .leavesUnhandled(path)
        ),
      ])
  }

  /// Asks whether a rejection is handled that has reached the end of its chain.
  mutating func askWhetherHandled(_ event: Event, at index: Int) {
    let id = event.promise
    guard event.kind == .rejected, !event.isCancelled, store.reactionCount(of: id) == 0, store.isUnadopted(id) else {
      return
    }
    let origin = store.rejection(of: id)
    guard !origin.isHandled, origin.origin != 0 else { return }
    let carriers = origin.origin == id ? [id] : [id, origin.origin]
    propose(
      .unhandled, about: id, at: index, answeredBy: record.first([.unhandled, .handled], of: id, from: index),
      with: carriers,
      facts: [
        outcome(event),
        LocalizedLine(
          "No handler has taken this rejection so far, and nothing waits for \(short(id)).",
          "目前还没有处理函数接住这个拒绝，也没有谁在等待 \(short(id))。"),
      ], LocalizedLine("Is this rejection handled?", "这个拒绝会被处理吗？"),
      right: (LocalizedLine("No: it is unhandled.", "不会：它是未处理的拒绝。"), .leavesUnhandled(carriers)),
      wrong: [
        (
          .alwaysHandled, LocalizedLine("Yes: it ends with the chain.", "会：它随着链一起结束。"), .isHandled(carriers)
        ),
        (
          .nextHandlerTakesRejection,
          LocalizedLine("Yes: the handler of \(short(id)) takes it.", "会：\(short(id)) 的处理函数接住它。"),
          .handles(id, carriers)
        ),
      ])
  }

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
          "\(names.line { names.list(handlers, .english, to: $0) }) each have a handler for that.",
          "\(names.line { names.list(handlers, .chinese, to: $0) }) 各有一个处理函数。"),
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
}
