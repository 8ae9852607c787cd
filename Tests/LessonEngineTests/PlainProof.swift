// A second, plain decision of every claim, on the JSON of a log and without the reader, the store, or the index of the product.

import Foundation

/// The lines of a log, as dictionaries.
struct PlainProof {
  let lines: [[String: Any]]

  init(_ name: String) throws {
    let data = try Data(contentsOf: GoldenLog.logs.appendingPathComponent(name + ".ndjson"))
    lines = try data.split(separator: UInt8(ascii: "\n")).dropFirst().map {
      try JSONSerialization.jsonObject(with: $0) as? [String: Any] ?? [:]
    }
  }

  private func promise(_ line: [String: Any], _ key: String = "p") -> PromiseID {
    (line[key] as? NSNumber)?.uint64Value ?? 0
  }

  /// The position of the first line of some kinds about a promise.
  private func first(_ kinds: [String], _ id: PromiseID, from start: Int) -> Int? {
    (start..<lines.count).first { promise(lines[$0]) == id && kinds.contains(lines[$0]["ev"] as? String ?? "") }
  }

  private func settled(_ id: PromiseID, _ start: Int) -> Int {
    first(["fulfilled", "rejected"], id, from: start) ?? .max
  }
  private func started(_ id: PromiseID, _ start: Int) -> Int { first(["started"], id, from: start) ?? .max }

  private func ending(_ line: [String: Any]) -> Claim.Ending {
    if line["ev"] as? String == "fulfilled" { return .fulfilled }
    return line["cancelled"] as? Bool == true ? .canceled : .rejected
  }

  /// Whether a claim is true of the lines from `start` on.
  func isTrue(_ claim: Claim, from start: Int, texts: TextTable) -> Bool {
    switch claim {
    // Of a lesson; those of a log make none.
    case .stated: return false
    case .settles(let id, let wanted, let content, let running):
      let index = settled(id, start)
      guard index != .max, ending(lines[index]) == wanted else { return false }
      let text = lines[index]["value"] as? String ?? lines[index]["error"] as? String
      switch content {
      case .any: break
      case .equal(let other): if text != texts[other] { return false }
      case .other(let other): if text == texts[other] { return false }
      }
      return running == nil || running == (started(id, start) < index)
    case .neverSettles(let id): return settled(id, start) == .max
    case .runs(let id): return started(id, start) != .max
    case .neverRuns(let id): return started(id, start) == .max
    case .settlesAfter(let id, let other): return settled(other, start) < settled(id, start)
    case .settlesBefore(let id, let other): return settled(id, start) < settled(other, start)
    case .settlesFirst(let id, let wanted, let others):
      let index = settled(id, start)
      guard index != .max, wanted == nil || ending(lines[index]) == wanted else { return false }
      return others.allSatisfy { index < settled($0, start) }
    case .settlesLater(let id, let others): return others.contains { settled($0, start) < settled(id, start) }
    case .derives(let id): return lines[start]["ev"] as? String == "created" && promise(lines[start], "from") == id
    case .derivesNothing(let id): return promise(lines[start], "from") != id
    case .startsAfterEnd(let id, let other): return first(["finished"], other, from: start) ?? .max < started(id, start)
    case .startsBeforeEnd(let id, let other):
      return started(id, start) < first(["finished"], other, from: start) ?? .max
    case .startsAfterSettling(let id, let other):
      return started(id, start) != .max && settled(other, start) < started(id, start)
    case .startsNext(let id), .startsLater(let id):
      let others = (start..<lines.count).first { promise(lines[$0]) != id } ?? .max
      let isNext = started(id, start) < min(others, first(["enqueued"], id, from: start) ?? .max)
      if case .startsNext = claim { return isNext }
      return !isNext
    case .writesFirst(let text, let others):
      let written = lines[start...].first { line in
        line["ev"] as? String == "noted" && ([text] + others).contains { texts[$0] == line["text"] as? String }
      }
      return written.map { $0["text"] as? String == texts[text] } ?? false
    case .stayPending(let ids, let candidates):
      return candidates.filter { settled($0, start) == .max } == ids
    case .runInOrder(let ids):
      let starts = ids.map { started($0, start) }
      return !starts.contains(.max) && starts == starts.sorted()
    case .runsAlone(let id, let ids): return ids.filter { started($0, start) != .max } == [id]
    case .refuses(let id): return lines[start]["ev"] as? String == "ignored" && settled(id, start) == .max
    case .settlesAgain(let id): return settled(id, start) != .max
    case .handles(let id, let carriers):
      let index = carriers.compactMap { first(["handled"], $0, from: start) }.min()
      return index.map { promise(lines[$0], "by") == id } ?? false
    case .isHandled(let carriers): return carriers.contains { first(["handled"], $0, from: start) != nil }
    case .leavesUnhandled(let carriers):
      return !isTrue(.isHandled(carriers), from: start, texts: texts)
        && carriers.contains { first(["unhandled"], $0, from: start) != nil }
    }
  }
}
