// The promises in the data of the page. Owns their keys, which are short because there may be 50,000 of them:
//
//     id  the number of the promise                   d   its states: the index of a moment, the state, and so on
//     n   label      o   operator     v   value or error   y   type of the error
//     q   queue      h   thread       c   cause            s   call site, as an index into `sites`; `a` of the call that settled it
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
    try json.array {
      for (index, id) in ids.enumerated() {
        guard let facts = store.facts(id) else { continue }
        json.object {
          json.member("id", String(id))
          writeFields(table.row(facts))
          write(facts)
          json.key("d")
          json.array {
            for (moment, state) in changes[index] {
              json.value(moment)
              json.value(state.rawValue)
            }
          }
        }
        try drain(into: &output)
      }
    }
  }

  private mutating func writeFields(_ row: PromiseRow) {
    for field in PromiseField.all {
      guard let key = field.page else { continue }
      switch field.value(row) {
      case .text(let id):
        // An operator without a name has none.
        guard let value = store.texts[id], !value.isEmpty || "\(field.key)" != "operation" else { continue }
        json.member(key, text(value))
      case .word(let word): if row.facts.state.isSettled { json.member(key, word) }
      case .promise(let id): if let index = indexes[id] { json.member(key, index) }
      case .promises(let ids):
        json.key(key)
        json.array { for id in ids { if let index = indexes[id] { json.value(index) } } }
      case .site(let site): json.member(key, number(of: site))
      case .none, .number, .flag, .words: break
      }
    }
  }

  private mutating func write(_ facts: NodeFacts) {
    if let kind = problems.badges[facts.id]?.first { json.member("b", kind.glyph(isASCII: false)) }
    let said = outcomes.compactMap { $0.exception(facts.id) }
    if said.count == 2 {
      json.key("w")
      json.array { for said in said { json.value(text(said)) } }
    }
    if let site = store.nodeSite(facts.site) { json.member("s", number(of: site)) }
    if table.branches.handler(of: facts.id, in: store)?.isElsewhere == true { json.member("z", "1") }
    let waits = store.waits(of: facts.id).known
    if !waits.isEmpty {
      json.key("awaits")
      json.array {
        for wait in waits {
          guard let index = indexes[wait.source] else { continue }
          json.array {
            json.value(index)
            json.value(wait.start)
            json.value(wait.end)
          }
        }
      }
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
    json.array {
      for time in [facts.created, facts.enqueued, facts.started, facts.finished, facts.settled, facts.released] {
        json.value(time)
      }
    }
    json.key("p")
    json.array {
      for phase in store.phases(facts, now: store.lastTime) {
        json.value(phase.kind.rawValue)
        json.value(phase.start)
        json.value(phase.end)
      }
    }
  }

  private mutating func number(of site: NodeSite) -> Int {
    let key = [text(site.file), String(site.line), text(site.function)].joined(separator: "\n")
    let number = sites[key] ?? sites.count
    sites[key] = number
    return number
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
