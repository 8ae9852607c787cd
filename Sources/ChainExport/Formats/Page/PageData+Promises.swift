// The promises in the data of the page. Owns their keys, which are short because there may be 50,000 of them:
//
//     id  the number of the promise                   d   its states: the index of a moment, the state, and so on
//     n   label      o   operator     v   value or error   y   type of the error
//     q   queue      h   thread       c   cause            s   call site, as an index into `sites`
//     z   present if its rejection was handled on another branch
//     b   badge of its problem     w   what its row says about it, in English and in Chinese
//     t   created, enqueued, started, finished, settled, released, in nanoseconds; null if unknown
//     p   its phases: the kind, the start, the end, and so on
//
// The other keys are words: `from`, `adopts`, `inside`, `via`, `origin`, `handledBy`, and `inputs` are indexes of promises.
// `awaits` has such an index, the start, and the end of each wait of its body.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension PageData {
  mutating func writePromises(into output: inout ExportOutput) throws {
    let changes = changesByPromise()
    json.key("promises")
    json.beginArray()
    for (index, id) in ids.enumerated() {
      guard let facts = store.facts(id) else { continue }
      json.beginObject()
      json.member("id", String(id))
      write(facts)
      json.key("d")
      json.beginArray()
      for (moment, state) in changes[index] {
        json.value(moment)
        json.value(state.rawValue)
      }
      json.endArray()
      json.endObject()
      try drain(into: &output)
    }
    json.endArray()
  }

  private mutating func write(_ facts: NodeFacts) {
    member("n", facts.label)
    if let operation = store.texts[facts.operation], !operation.isEmpty { json.member("o", text(operation)) }
    member("v", facts.text)
    member("y", facts.type)
    if let kind = problems.badges[facts.id]?.first { json.member("b", kind.glyph(isASCII: false)) }
    let said = outcomes.compactMap { $0.exception(facts.id) }
    if said.count == 2 {
      json.key("w")
      json.beginArray()
      for said in said { json.value(text(said)) }
      json.endArray()
    }
    member("q", facts.queue)
    member("h", facts.thread)
    if let cause = facts.cause, facts.state.isSettled { json.member("c", "\(cause)") }
    if let site = store.nodeSite(facts.site) {
      let key = [text(site.file), String(site.line), text(site.function)].joined(separator: "\n")
      let number = sites[key] ?? sites.count
      sites[key] = number
      json.member("s", number)
    }
    edge("from", facts.from)
    edge("adopts", facts.adopts)
    edge("inside", facts.inside)
    edge("via", facts.via)
    edge("origin", store.rejection(of: facts.id).origin)
    let handler = branches.handler(of: facts.id, in: store)
    edge("handledBy", handler?.promise)
    if handler?.isElsewhere == true { json.member("z", "1") }
    if facts.hasInputs {
      json.key("inputs")
      json.beginArray()
      for input in store.inputs(of: facts.id, limit: .max) { if let index = indexes[input] { json.value(index) } }
      json.endArray()
    }
    let waits = store.waits(of: facts.id).known
    if !waits.isEmpty {
      json.key("awaits")
      json.beginArray()
      for wait in waits {
        guard let index = indexes[wait.source] else { continue }
        json.beginArray()
        json.value(index)
        json.value(wait.start)
        if let end = wait.end { json.value(end) } else { json.null() }
        json.endArray()
      }
      json.endArray()
    }
    if facts.isPaused { json.member("paused", true) }
    if facts.isPlaceholder { json.member("placeholder", true) }
    if store.isHandled(facts.id) { json.member("handled", true) }
    let ignored = store.ignoredCount(of: facts.id)
    if ignored > 0 { json.member("ignored", ignored) }
    if let progress = store.progress(of: facts.id), !facts.state.isSettled {
      let percent = progress.fraction.flatMap { NumberText.percent($0, rounded: .down) }
      json.member("progress", text([percent, progress.stage].compactMap(\.self).joined(separator: " ")))
    }
    json.key("t")
    json.beginArray()
    for time in [facts.created, facts.enqueued, facts.started, facts.finished, facts.settled, facts.released] {
      if let time { json.value(time) } else { json.null() }
    }
    json.endArray()
    json.key("p")
    json.beginArray()
    for phase in store.phases(facts, now: store.lastTime) {
      json.value(phase.kind.rawValue)
      json.value(phase.start)
      json.value(phase.end)
    }
    json.endArray()
  }

  private mutating func member(_ key: String, _ handle: TextID) {
    if let value = store.texts[handle] { json.member(key, text(value)) }
  }

  private mutating func edge(_ name: String, _ id: PromiseID?) {
    if let id, let index = indexes[id] { json.member(name, index) }
  }

  private func changesByPromise() -> [[(Int, NodeState)]] {
    var changes = [[(Int, NodeState)]](repeating: [], count: ids.count)
    var position = 0
    for change in moments.changes {
      if change.promise != 0 {
        guard let index = indexes[change.promise] else { continue }
        changes[index].append((position, change.state))
      }
      position += 1
    }
    return changes
  }
}
