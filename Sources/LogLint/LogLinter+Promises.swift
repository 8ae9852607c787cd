// The life of a promise: which event may follow which, and which promise has to exist or to have settled before. Owns these rules.

import PromiseTrace

extension LogLinter {
  /// What may follow a settlement.
  private static let afterSettlement: Set = [
    "handled", "unhandled", "registered", "ignored", "named", "noted", "released",
  ]

  /// Judges an event by what has happened to its promise.
  mutating func takePromise(_ event: LintedEvent) {
    for name in ["ctx", "from", "by", "source", "via"] {
      if let other = event.number(name), other > 0 { refer(to: other, in: name, event) }
    }
    guard let promise = event.number("p"), promise > 0 else { return }
    var facts = promises[promise]
    if event.name == "created" {
      if facts.contains(.created) { fault(.created, "expected promise \(promise) to be created once") }
      promises[promise] = facts.union(.created)
      return
    }
    if !facts.contains(.created), isComplete {
      fault(.unknownPromise, "expected promise \(promise) to be created before '\(event.name)'")
      // Reported once for each promise.
      facts.insert(.created)
    }
    if facts.contains(.released) {
      fault(.released, "expected no '\(event.name)' of promise \(promise) after it was released")
    } else if facts.isSettled, !Self.afterSettlement.contains(event.name),
      !["fulfilled", "rejected"].contains(event.name), event.name != "finished" || !facts.isRunning
    {
      fault(.settled, "expected no '\(event.name)' of promise \(promise) after it was \(facts.state)")
    }
    apply(event, promise, &facts)
    promises[promise] = facts
    if facts.isSettled || facts.contains(.released) { adopted[promise] = nil }
  }

  private mutating func refer(to other: PromiseID, in name: String, _ event: LintedEvent) {
    if name != "ctx", other == event.number("p"), name != "by" || event.name == "registered" {
      return fault(.itself, "expected another promise than \(other) in '\(name)'")
    }
    guard isComplete, !promises[other].contains(.created) else { return }
    fault(.unknownPromise, "expected promise \(other) in '\(name)' to be created before")
    promises[other].insert(.created)
  }

  private mutating func apply(_ event: LintedEvent, _ promise: PromiseID, _ facts: inout PromiseFacts) {
    switch event.name {
    case "enqueued":
      if facts.contains(.started), !facts.contains(.finished) {
        fault(.body, "expected the body of promise \(promise) to be enqueued before it started")
      }
    case "started":
      if facts.contains(.started), !facts.contains(.finished), isComplete {
        fault(.body, "expected the body of promise \(promise) to finish before it starts again")
      }
      facts.insert(.started)
      facts.remove(.finished)
    case "finished": finish(promise, &facts)
    case "awaiting": stop(promise, &facts)
    case "continued": goOn(promise, &facts)
    case "adopted":
      if facts.contains(.adopting) { fault(.adopted, "expected promise \(promise) to adopt one promise") }
      facts.insert(.adopting)
      adopted[promise] = event.number("source")
    case "fulfilled", "rejected": settle(event, promise, &facts)
    case "handled", "unhandled": handle(event, promise, &facts)
    case "released":
      if let state = event.text("state"), state != facts.state, isComplete || facts.isSettled {
        fault(.released, "expected the state '\(facts.state)' of promise \(promise), found '\(state)'")
      }
      facts.insert(.released)
    default: break
    }
  }

  // MARK: Bodies

  private func finish(_ promise: PromiseID, _ facts: inout PromiseFacts) {
    if !facts.contains(.started) || facts.contains(.finished), isComplete {
      fault(.body, "expected the body of promise \(promise) to start before it finishes")
    }
    facts.remove(.awaiting)
    facts.formUnion([.started, .finished])
  }

  private func stop(_ promise: PromiseID, _ facts: inout PromiseFacts) {
    if !facts.contains(.started) || facts.contains(.finished), isComplete {
      fault(.awaiting, "expected the body of promise \(promise) to run when it starts to wait")
    }
    if facts.contains(.awaiting), isComplete {
      fault(.awaiting, "expected the body of promise \(promise) to continue before it waits again")
    }
    facts.insert(.awaiting)
  }

  private func goOn(_ promise: PromiseID, _ facts: inout PromiseFacts) {
    if !facts.contains(.awaiting), isComplete {
      fault(.awaiting, "expected the body of promise \(promise) to wait before it continues")
    }
    facts.remove(.awaiting)
  }

  // MARK: Settlements

  private mutating func settle(_ event: LintedEvent, _ promise: PromiseID, _ facts: inout PromiseFacts) {
    if facts.isSettled {
      return fault(.settled, "expected promise \(promise) to settle once, found '\(event.name)' after '\(facts.state)'")
    }
    let cause = event.text("cause") ?? ""
    // A body may call its own resolver. A settlement from elsewhere ends the wait of a body.
    if facts.isRunning, !facts.contains(.awaiting), cause != "resolver", isComplete {
      fault(.settled, "expected the body of promise \(promise) to finish before it settles")
    }
    if event.name == "fulfilled", ["threw", "timeout"].contains(cause) {
      fault(.cause, "expected another cause of a value than '\(cause)'")
    }
    if cause == "passthrough", facts.contains(.started) {
      fault(.cause, "expected another cause than 'passthrough', because the body of promise \(promise) ran")
    }
    if event.has("site"), !["resolver", "threw", ""].contains(cause) {
      fault(.cause, "expected a 'site' only with the cause 'resolver' or 'threw', found '\(cause)'")
    }
    checkSource(event, cause, promise, facts)
    facts.insert(event.name == "fulfilled" ? .fulfilled : .rejected)
  }

  private mutating func checkSource(_ event: LintedEvent, _ cause: String, _ promise: PromiseID, _ facts: PromiseFacts)
  {
    guard let via = event.number("via"), via > 0, via != promise else { return }
    let source = promises[via]
    let isPassedOn = ["passthrough", "adopted"].contains(cause)
    if !source.isSettled {
      if isComplete { fault(.via, "expected promise \(via) in 'via' to settle before promise \(promise)") }
    } else if isPassedOn, source.state != event.name {
      fault(
        .via, "expected promise \(promise) to be \(source.state) like promise \(via) in 'via', found '\(event.name)'")
    }
    guard cause == "adopted" else { return }
    if let other = adopted[promise] {
      if other != via { fault(.adopted, "expected the adopted promise \(other) in 'via', found \(via)") }
    } else if !facts.contains(.adopting), isComplete {
      fault(.adopted, "expected promise \(promise) to adopt promise \(via) before it settles like it")
    }
  }

  private func handle(_ event: LintedEvent, _ promise: PromiseID, _ facts: inout PromiseFacts) {
    if !facts.contains(.rejected), isComplete || facts.contains(.fulfilled) {
      fault(.handled, "expected promise \(promise) to be rejected before '\(event.name)', found it \(facts.state)")
    }
    if facts.contains(.handled) {
      fault(.handled, "expected the rejection of promise \(promise) to be handled once, found '\(event.name)' after it")
    } else if facts.contains(.unhandled), event.name == "unhandled" {
      fault(.handled, "expected promise \(promise) to be unhandled once")
    }
    facts.insert(event.name == "handled" ? .handled : .unhandled)
  }
}
