// Questions about a handler that returns a promise, or forgets to return one.

import ChainModel
import PlainText
import PromiseTrace

extension QuestionFinder {
  mutating func askAboutReturnedPromise(_ id: PromiseID, at index: Int) {
    guard let adopted = record.first([.adopted], of: id, from: index) else { return }
    let source = record.events[adopted].peer
    guard source != 0, source != id, store.isOpen(source) else { return }
    let settlement = record.settlement(of: id, from: index)
    // The answer is on the screen as soon as the promise waits; that it settles later need not be seen.
    guard settlement != nil else { return }
    propose(
      .returnedPromise, about: id, at: index, answeredBy: adopted, with: [source],
      facts: [
        handlerEnded(
          id, "returned the promise \(name(source)), which is pending", "返回了仍待定的 Promise \(name(source))")
      ], whatHappens(to: id),
      right: (
        LocalizedLine("It stays pending until \(short(source)) settles.", "它保持待定，直到 \(short(source)) 敲定。"),
        .settlesAfter(id, source)
      ),
      wrong: [
        (
          .promiseAsValue,
          LocalizedLine("It is fulfilled at once; the promise is its value.", "它立即兑现，值就是那个 Promise。"),
          .settlesBefore(id, source)
        ),
        (
          .returnedPromiseHangs, LocalizedLine("It never settles: its handler gave no value.", "它永远不会敲定：处理函数没有给出值。"),
          .neverSettles(id)
        ),
      ])
  }

  /// Asks whether a promise waits for one that its handler has created and not returned.
  mutating func askAboutForgottenReturn(_ event: Event, at index: Int) {
    let id = event.promise
    guard event.outcome == .void || event.outcome == .value, names.hasHandler(id) else { return }
    var inner: PromiseID = 0
    store.forEachOnlyInside(id) { candidate in if store.isOpen(candidate) { inner = candidate } }
    guard inner != 0, let settlement = record.settlement(of: id, from: index) else { return }
    let returned: (StoryLine, StoryLine) =
      event.outcome == .void ? ("returned nothing", "没有返回值") : ("returned a value", "返回了一个值")
    propose(
      .forgottenReturn, about: id, at: index, answeredBy: settlement, with: [inner],
      facts: [
        handlerEnded(
          id, "created \(name(inner)), which is pending, and \(returned.0)",
          "创建了仍待定的 \(name(inner))，并且\(returned.1)")
      ], LocalizedLine("When does \(short(id)) settle?", "\(short(id)) 何时敲定？"),
      right: (
        LocalizedLine("Now: it does not wait for \(short(inner)).", "现在：它不等待 \(short(inner))。"),
        .settlesBefore(id, inner)
      ),
      wrong: [
        (
          .returnIsImplied, LocalizedLine("As soon as \(short(inner)) settles.", "等到 \(short(inner)) 敲定的时候。"),
          .settlesAfter(id, inner)
        ),
        (.missingReturnHangs, LocalizedLine("Never.", "永远不会。"), .neverSettles(id)),
      ])
  }
}
