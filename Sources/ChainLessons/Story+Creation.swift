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

  /// A promise was created.
  func creation(_ event: Event) -> LocalizedLine? {
    // Its settlement is the next event, and its sentence says both.
    if isCreatedSettled(event) { return nil }
    let operation = self.operationWord(event.operation)
    let registrations = registrations(of: event)
    return say { names, language in
      names.act(event, operation, names.relation(event, registrations, names, language), names, language)
    } _: { names, language in
      names.act(event, operation, names.relation(event, registrations, names, language), names, language)
    }
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
    let operation = self.operation(of: id)
    return operation == "value" || operation == "error"
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

  /// `In the body of #4, wrap created #7 "load remote" at ListLoader.swift:57`, then `relation` and a period.
  private func act(
    _ event: Event, _ operation: StoryWord?, _ relation: StoryLine, _ names: Story, _ language: Language
  ) -> StoryLine {
    let promise = names.name(event.promise)
    let site = names.site(event.site)
    let body = event.context == 0 ? nil : names.body(event.context, named: names.short(event.context), language)
    switch language {
    case .english:
      let context: StoryLine = body.map { "In \($0), " } ?? ""
      guard let operation else { return "\(context)\(promise) was created\(" at ", site)\(relation)." }
      return "\(context)\(operation) created \(promise)\(" at ", site)\(relation)."
    case .chinese:
      let place: StoryLine = site.map { "在 \($0) " } ?? ""
      switch (operation, body) {
      case (let operation?, let body?): return "\(body)调用 \(operation)，\(place)创建了 \(promise)\(relation)。"
      case (let operation?, nil): return "\(operation) \(place)创建了 \(promise)\(relation)。"
      case (nil, let body?): return "\(body)\(place)创建了 \(promise)\(relation)。"
      case (nil, nil): return "\(place)创建了 \(promise)\(relation)。"
      }
    }
  }

  /// `: a new promise that waits for #1 and handles its value`, or nothing for a promise that depends on no other.
  private func relation(
    _ event: Event, _ registrations: Registrations, _ names: Story, _ language: Language
  ) -> StoryLine {
    if event.peer != 0 {
      let parent = names.name(event.peer)
      let isSettled = store.contains(event.peer) && !store.isOpen(event.peer)
      switch language {
      case .english:
        let (wait, settled) = isSettled ? ("derives from", ", which is already settled,") : ("waits for", "")
        return ": a new promise that \(wait) \(parent)\(settled)\(handling(registrations.handles, language))"
      case .chinese:
        let wait = isSettled ? "派生自已经敲定的" : "等待"
        return "：这是一个新的 Promise，\(wait) \(parent)\(handling(registrations.handles, language))"
      }
    }
    guard !registrations.inputs.isEmpty else { return "" }
    let inputs = names.list(registrations.inputs, language)
    return language == .english ? "; it waits for \(inputs)" : "，它等待 \(inputs)"
  }

  private func handling(_ sides: HandledSides?, _ language: Language) -> String {
    switch (sides, language) {
    case (nil, _): ""
    case (.some([.fulfilled, .rejected]), .english): " and handles its value and its rejection"
    case (.some([.fulfilled, .rejected]), .chinese): "，并处理它的值和拒绝"
    case (.some(.fulfilled), .english): " and handles its value"
    case (.some(.fulfilled), .chinese): "，并处理它的值"
    case (.some(.rejected), .english): " and handles its rejection"
    case (.some(.rejected), .chinese): "，并处理它的拒绝"
    case (_, .english): " and has no handler of its own"
    case (_, .chinese): "，自己没有处理函数"
    }
  }
}
