// Questions about what an outcome does to the promises that wait for it: which handler runs, and which is passed by.

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
          .unusedCatchRejects, LocalizedLine("It is rejected: its handler was not needed.", "它被拒绝：它的处理函数没有用上。"),
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
        )
      ]
        + (names.hasHandler(id)
          ? [
            (
              .handlerTakesOwnRejection,
              LocalizedLine("Yes: the handler of \(short(id)) takes it.", "会：\(short(id)) 的处理函数接住它。"),
              .handles(id, carriers)
            )
          ] : []))
  }

  /// Asks whether the step below a handler for rejections runs.
  mutating func askBeyondCatch(_ event: Event, at index: Int) {
    guard event.kind == .rejected, !event.isCancelled, let taker = onlyChild(of: event.promise),
      taker.sides == .rejected, let next = onlyChild(of: taker.id), next.sides == .fulfilled
    else { return }
    let (id, below) = (taker.id, next.id)
    guard let settlement = record.settlement(of: id, from: index) else { return }
    let runs = (
      LocalizedLine(
        "Yes: \(short(id)) is fulfilled with what its handler returns.", "会：\(short(id)) 以它的处理函数的返回值兑现。"),
      Claim.runs(below)
    )
    let isSkipped = (
      LocalizedLine("No: \(short(id)) is rejected, too, and the rejection skips it.", "不会：\(short(id)) 也被拒绝，拒绝会跳过它。"),
      Claim.settles(below, .rejected, .any, running: false)
    )
    let ends = (
      LocalizedLine("No: the chain ends at \(short(id)).", "不会：链到 \(short(id)) 就结束了。"), Claim.neverSettles(below)
    )
    let isRecovered = record.events[settlement].kind == .fulfilled
    let finished = record.first([.finished], of: id, from: index)
    let hasThrown = finished.map { record.events[$0].outcome == .threw } ?? false
    let (english, chinese) = words(of: id, observes: hasThrown ? nil : !isRecovered)
    let keeps: Misconception =
      hasThrown
      ? .throwingCatchRecovers : names.operation(of: id) == "catch" ? .catchAlwaysRecovers : .observerRecovers
    propose(
      .beyondCatch, about: below, at: index,
      answeredBy: isRecovered
        ? record.first([.started], of: below, from: index) : record.settlement(of: below, from: index),
      with: [event.promise, id],
      facts: [
        outcome(event),
        LocalizedLine(
          "\(name(id)) (\(english)) has a handler for rejections, and \(name(below)) one for values.",
          "\(name(id))（\(chinese)）登记了失败处理函数，\(name(below)) 登记了成功处理函数。"),
      ], LocalizedLine("Does the handler of \(short(below)) run?", "\(short(below)) 的处理函数会运行吗？"),
      right: isRecovered ? runs : isSkipped,
      wrong: [
        isRecovered
          ? (.catchKeepsRejection, isSkipped.0, isSkipped.1) : (keeps, runs.0, runs.1),
        (.catchEndsChain, ends.0, ends.1),
      ])
  }
}
