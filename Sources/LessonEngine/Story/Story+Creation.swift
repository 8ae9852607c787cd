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
  func creation(_ event: Event, _ language: Language, _ line: StoryParts) {
    // Its settlement is the next event, and its sentence says both.
    if isCreatedSettled(event) { return }
    let operation = self.operationWord(event.operation)
    let promise = name(event.promise)
    let site = self.site(event.site)
    let body = event.context == 0 ? nil : body(event.context, named: short(event.context), language)
    switch language {
    case .english:
      if let body { line.add("In ", body.0, body.1, ", ") }
      if let operation { line.add(operation, " created ", promise) } else { line.add(promise, " was created") }
      line.add(" at ", ifAny: site)
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
    addRelation(event, language, line)
    line.add(language == .english ? "." : "。")
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
  private func addRelation(_ event: Event, _ language: Language, _ line: StoryParts) {
    let registrations = registrations(of: event)
    if event.peer != 0 {
      let isSettled = store.contains(event.peer) && !store.isOpen(event.peer)
      switch language {
      case .english:
        line.add(isSettled ? ": a new promise that derives from " : ": a new promise that waits for ", name(event.peer))
        if isSettled { line.add(", which is already settled") }
      case .chinese: line.add(isSettled ? "：一个新的 Promise，派生自已经敲定的 " : "：一个新的 Promise，等待 ", name(event.peer))
      }
      guard let handling = handling(registrations.handles, language) else { return }
      if isSettled, language == .english { line.add(",") }
      line.add(handling)
    } else if !registrations.inputs.isEmpty {
      line.add(language == .english ? "; it waits for " : "，它等待 ")
      list(registrations.inputs, language, to: line)
    }
  }

  private func handling(_ sides: HandledSides?, _ language: Language) -> StoryPart? {
    switch (sides, language) {
    case (nil, _): nil
    case (.some([.fulfilled, .rejected]), .english): " and handles its value and its rejection"
    case (.some([.fulfilled, .rejected]), .chinese): "，带有成功和失败处理函数"
    case (.some(.fulfilled), .english): " and handles its value"
    case (.some(.fulfilled), .chinese): "，带有成功处理函数"
    case (.some(.rejected), .english): " and handles its rejection"
    case (.some(.rejected), .chinese): "，带有失败处理函数"
    case (.some(let sides), _) where sides.contains(.unknown): nil
    case (_, .english): " and has no handler of its own"
    case (_, .chinese): "，自己没有处理函数"
    }
  }
}
