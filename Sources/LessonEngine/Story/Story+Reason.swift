// Why a promise settled: the clause after what it was fulfilled or rejected with. Owns the wording of every cause.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  /// Adds the clause after what a promise was settled with, if there is more to say.
  func addReason(_ event: Event, _ language: Language, _ line: StoryParts) {
    switch event.cause {
    case .resolver:
      if isSettledAtOnce(event.promise) {
        line.add(language == .english ? ": it was created settled" : "：它在创建时就已敲定")
      } else if isDelayed(event.promise) {
        line.add(language == .english ? ", because its time was up" : "，因为时间已到")
      }
    case .returned:
      let body = itsBody(event.promise, language)
      switch language {
      case .english: line.add(event.text == .none ? ": " : ", which ", body, " returned")
      case .chinese: line.add(event.text == .none ? "：" : "，由", body, event.text == .none ? "已返回" : "返回")
      }
    case .adopted:
      guard event.peer != 0 else { return }
      let hasThrown = event.kind != .fulfilled && hasThrown(event.peer)
      switch language {
      case .english:
        line.add(", because ")
        if !hasThrown { line.add(name(event.peer), " was ", outcome(event, language)) }
      case .chinese:
        line.add("，因为 ")
        if !hasThrown { line.add(name(event.peer), " ", outcome(event, language)) }
      }
      if hasThrown {
        let body = body(event.peer, named: name(event.peer), language)
        line.add(body.0, body.1)
        addLocation(event.peer, language, line)
        line.add(language == .english ? " threw it" : "抛出了它")
      }
    case .combinator: addCombination(event, language, line)
    case .timeout:
      let timer = store.facts(event.promise)?.timer
      switch (language, timer) {
      case (.english, let timer?): line.add(string: ", because its \(DurationText.of(timer)) were up")
      case (.english, nil): line.add(", because its time was up")
      case (.chinese, let timer?): line.add(string: "，因为 \(DurationText.of(timer)) 已到")
      case (.chinese, nil): line.add("，因为时间已到")
      }
    case .threw, .passthrough, nil: break
    }
  }

  private func outcome(_ event: Event, _ language: Language) -> StoryPart {
    switch language {
    case .english: event.kind == .fulfilled ? "fulfilled" : event.isCancelled ? "canceled" : "rejected"
    case .chinese: event.kind == .fulfilled ? "已兑现" : event.isCancelled ? "被取消" : "被拒绝"
    }
  }

  /// Whether the body of a promise threw.
  private func hasThrown(_ id: PromiseID) -> Bool {
    let facts = store.facts(id)
    return facts?.cause == .threw && facts?.via == 0
  }

  /// Adds ` at ListLoader.swift:41`, if the log has the call site: behind a body or a handler, whose line it is.
  func addLocation(_ id: PromiseID, _ language: Language, _ line: StoryParts) {
    guard let site = site(of: id) else { return }
    switch language {
    case .english where OperatorTraits(operation(of: id)).contains(.call): line.add(", called at ", site, ",")
    case .chinese where OperatorTraits(operation(of: id)).contains(.call): line.add("（在 ", site, " 调用）")
    case .english: line.add(" at ", site)
    case .chinese: line.add("（", site, "）")
    }
  }

  /// Adds what a combinator made of its inputs.
  private func addCombination(_ event: Event, _ language: Language, _ line: StoryParts) {
    // A log may name the last input of a combinator that needs all of them.
    let needsAll =
      event.kind == .fulfilled
      && (operation(of: event.promise, is: "all") || operation(of: event.promise, is: "allSettled"))
    if event.peer != 0, !needsAll {
      switch language {
      case .english: line.add(", because its input ", name(event.peer), " was ", outcome(event, language))
      case .chinese: line.add("，因为它的输入 ", name(event.peer), " ", outcome(event, language))
      }
      return
    }
    let inputs = store.inputs(of: event.promise, limit: .max)
    let areFulfilled = !inputs.isEmpty && inputs.allSatisfy { store.state(of: $0) == .fulfilled }
    let areSettled = inputs.count > 1 && inputs.allSatisfy { !store.isOpen($0) }
    let count = NumberText.grouped(inputs.count)
    switch language {
    case .english:
      guard areFulfilled || areSettled else { return line.add(", because it has what it needs of its inputs") }
      if inputs.count == 1 { return line.add(", because its only input was fulfilled") }
      line.add(string: inputs.count == 2 ? ", because both of its inputs" : ", because all of its \(count) inputs")
      line.add(areFulfilled ? " were fulfilled" : " have settled")
    case .chinese:
      guard areFulfilled || areSettled else { return line.add("，因为它从输入得到了所需的结果") }
      if inputs.count == 1 { return line.add("，因为它唯一的输入已兑现") }
      line.add(string: "，因为它的 \(count) 个输入都")
      line.add(areFulfilled ? "已兑现" : "已敲定")
    }
  }
}
