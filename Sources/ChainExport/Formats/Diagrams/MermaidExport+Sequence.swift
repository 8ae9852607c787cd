// A Mermaid diagram of the messages between promises, from top to bottom in time. Owns what a message is, and which ones are drawn: the earliest,
// as many as viewers accept. Only those are put in words, so that a run of any length costs one pass over its promises.

import ChainModel
import PromiseTrace

extension MermaidExport {
  /// What one promise does to another.
  private struct Message {
    enum Kind {
      case creates, adopts, awaits, settles
    }

    var time: Int64
    /// Its position in the log, for those at the same time.
    var number: Int
    var kind: Kind
    var from: PromiseID
    var to: PromiseID
  }

  /// The earliest messages, and the number of all.
  private struct Earliest {
    private(set) var count = 0
    private var kept: [Message] = []

    mutating func add(_ kind: Message.Kind, at time: Int64, from: PromiseID, to: PromiseID) {
      kept.append(Message(time: time, number: count, kind: kind, from: from, to: to))
      count += 1
      if kept.count == 8 * MermaidText.edgeLimit { kept = sorted }
    }

    /// In the order of time, at most one more than fit.
    var sorted: [Message] {
      Array(kept.sorted { ($0.time, $0.number) < ($1.time, $1.number) }.prefix(MermaidText.edgeLimit + 1))
    }
  }

  /// The diagram, and the number of lines that did not fit.
  func sequence(_ history: ExportedHistory) -> (String, left: Int) {
    var messages = Earliest()
    var promises = 0
    history.forEachPromise { facts in
      promises += 1
      if facts.from == 0, facts.inside != 0, history.contains(facts.inside) {
        messages.add(.creates, at: facts.created, from: facts.inside, to: facts.id)
      }
      if facts.adopts != 0, history.contains(facts.adopts) {
        let time = history.store.adoptionTime(of: facts.id) ?? facts.finished ?? facts.created
        messages.add(.adopts, at: time, from: facts.id, to: facts.adopts)
      }
      for wait in facts.hasAwaited ? history.store.waits(of: facts.id).known : [] where history.contains(wait.source) {
        messages.add(.awaits, at: wait.start, from: facts.id, to: wait.source)
      }
      guard let settled = facts.settled else { return }
      let source = [facts.via, facts.from].first { $0 != 0 && history.contains($0) } ?? facts.id
      messages.add(.settles, at: settled, from: source, to: facts.id)
    }
    var diagram = MermaidText("sequenceDiagram\n")
    diagram.addNote("  title \(title(history))\n")
    var declared: Set<PromiseID> = []
    var left = messages.count
    for message in messages.sorted {
      // A participant appears, from left to right, when something happens to it first.
      let new = (message.from == message.to ? [message.to] : [message.from, message.to]).filter {
        !declared.contains($0)
      }
      let participants = new.map { participant($0, history) }.joined()
      guard diagram.add(participants + line(message, history), edges: 1) else { break }
      declared.formUnion(new)
      left -= 1
    }
    left += promises - declared.count
    if !diagram.isFull {
      var silent: [PromiseID] = []
      history.forEachPromise { if !declared.contains($0.id) { silent.append($0.id) } }
      for id in silent {
        guard diagram.add(participant(id, history)) else { break }
        left -= 1
      }
    }
    if left > 0, let first = declared.min() { diagram.addNote("  Note over p\(first): \(rest(left, "lines"))\n") }
    return (diagram.text, left)
  }

  private func participant(_ id: PromiseID, _ history: ExportedHistory) -> String {
    guard let facts = history.store.facts(id) else { return "" }
    let name = DiagramLabel(facts, history).title.dropFirst(2)
    return "  participant p\(id) as \(MermaidText.escaped(String(name), limit: 200))\n"
  }

  private func line(_ message: Message, _ history: ExportedHistory) -> String {
    let (from, to) = (message.from, message.to)
    switch message.kind {
    case .creates: return "  p\(from)->>p\(to): creates\n"
    case .adopts: return "  p\(from)-->>p\(to): waits for\n"
    case .awaits: return "  p\(from)-->>p\(to): awaits\n"
    case .settles:
      guard let facts = history.store.facts(to) else { return "" }
      let outcome = MermaidText.escaped(DiagramLabel(facts, history).outcome, limit: 200)
      return "  p\(from)\(facts.isRejected ? "-x" : "->>")p\(to): \(outcome)\n"
    }
  }
}
