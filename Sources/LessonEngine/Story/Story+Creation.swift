// The sentences about new promises. Owns what is said of a promise before anything has happened to it: where it comes from, what it waits
// for, and for which outcomes it has a handler.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  /// What is registered with a new promise.
  private struct Registrations {
    /// The outcomes of the promise that it derives from for which it has a handler; nil if that is not known.
    var handles: HandledSides?
    /// The inputs of a combinator.
    var inputs: [PromiseID] = []
  }

  /// A promise was created: `In the body of #4, wrap created #7 "load remote" at ListLoader.swift:57`, then what it waits for.
  func creation(_ event: Event, _ line: StoryParts) {
    // Its settlement is the next event, and its sentence says both.
    if isCreatedSettled(event) { return }
    let operation = self.operationWord(event.operation)
    let promise = name(event.promise)
    let site = self.site(event.site)
    let body = event.context == 0 ? nil : body(event.context, named: short(event.context), in: line)
    switch line.language {
    case .english:
      if let body { line.add("In ", body.0, body.1, ", ") }
      if let operation { line.add(operation, " created ", promise) } else { line.add(promise, " was created") }
      if let site { line.add(" at ", site) }
    case .chinese:
      line.add(promise, " ")
      if let body {
        line.add("由 ", body.0, body.1)
      } else if let operation {
        line.add("由 ", operation, " ")
      }
      if let site { line.add("在 ", site, " ") }
      if body != nil, let operation { line.add("调用 ", operation, " ") }
      line.add("创建")
    }
    addRelation(event, line)
    line.say(".", "。")
  }

  /// Whether the promise is settled by the call that creates it.
  private func isCreatedSettled(_ event: Event) -> Bool {
    guard event.peer == 0 else { return false }
    let settlement = upcoming.withUnsafeBufferPointer { events in
      // An index, because an iterator copies each event.
      events.indices.first {
        events[$0].promise == event.promise && events[$0].kind != .named && events[$0].kind != .registered
      }.map { events[$0] }
    }
    guard let settlement, settlement.kind == .fulfilled || settlement.kind == .rejected else { return false }
    return settlement.cause == .resolver && isSettledAtOnce(event.promise)
  }

  /// Whether a promise's operator creates it settled.
  func isSettledAtOnce(_ id: PromiseID) -> Bool {
    operation(of: id, is: "value") || operation(of: id, is: "error")
  }

  private func registrations(of event: Event) -> Registrations {
    var found = Registrations()
    upcoming.withUnsafeBufferPointer { events in
      for index in events.indices {
        let kind = events[index].kind
        if kind == .registered, events[index].peer == event.promise {
          if events[index].promise == event.peer {
            found.handles = events[index].handles
          } else {
            found.inputs.append(events[index].promise)
          }
        } else if events[index].promise == event.promise, kind != .named, kind != .enqueued {
          break
        }
      }
    }
    return found
  }

  /// `: a new promise that waits for #1 and handles its value`, or nothing for a promise that depends on no other.
  private func addRelation(_ event: Event, _ line: StoryParts) {
    let registrations = registrations(of: event)
    if event.peer != 0 {
      let isSettled = store.contains(event.peer) && !store.isOpen(event.peer)
      if isSettled {
        line.say(
          ": a new promise that derives from {0}, which is already settled", "：一个新的 Promise，派生自已经敲定的 {0}",
          name(event.peer))
      } else {
        line.say(": a new promise that waits for {0}", "：一个新的 Promise，等待 {0}", name(event.peer))
      }
      guard let handling = handling(registrations.handles, line) else { return }
      if isSettled { line.say(",", "") }
      line.add(handling)
    } else if !registrations.inputs.isEmpty {
      line.say("; it waits for ", "，它等待 ")
      list(registrations.inputs, to: line)
    }
  }

  private func handling(_ sides: HandledSides?, _ line: StoryParts) -> StoryPart? {
    switch sides {
    case nil: nil
    case .some([.fulfilled, .rejected]):
      line.word(" and handles its value and its rejection", "，带有成功和失败处理函数")
    case .some(.fulfilled): line.word(" and handles its value", "，带有成功处理函数")
    case .some(.rejected): line.word(" and handles its rejection", "，带有失败处理函数")
    case .some(let sides) where sides.contains(.unknown): nil
    default: line.word(" and has no handler of its own", "，自己没有处理函数")
    }
  }
}
