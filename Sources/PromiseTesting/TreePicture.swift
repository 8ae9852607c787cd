// The picture of a history that `expectTree` compares: the same text for each run of a test. Owns what is left out of the tree.

import ChainModel
import PromiseTrace

/// Draws a history without what differs between runs.
///
/// Times are left out unless they are virtual, and the promises that a row refers to are numbered from top to bottom.
struct TreePicture {
  /// The columns to draw between the tree and the outcome.
  var columns: TextColumns = []

  func draw(_ store: ChainStore) -> String {
    var outline = Outline()
    outline.update(from: store)
    var tree = TextTree()
    tree.columns = columns.union(.number)
    tree.numbers = numbers(outline, store)
    var lines: [String] = []
    tree.render(rows: 0..<outline.count, of: outline, store) {
      lines.append(String(decoding: $1.dropLast(), as: UTF8.self))
    }
    return lines.joined(separator: "\n")
  }

  /// The numbers of the promises that a row refers to.
  private func numbers(_ outline: Outline, _ store: ChainStore) -> [PromiseID: UInt64] {
    var wanted: Set<PromiseID> = []
    var order: [PromiseID] = []
    let branches = HandlerBranches()
    for index in 0..<outline.count {
      switch outline[index].content {
      case .reference(let id): wanted.insert(id)
      case .node(let id):
        order.append(id)
        guard let facts = store.facts(id) else { break }
        let others = [facts.waitsOn, branches.handler(of: id, in: store)?.promise]
        wanted.formUnion(others.compactMap(\.self))
      case .lost, .evicted: break
      }
    }
    let numbered = order.filter { wanted.contains($0) }
    return Dictionary(uniqueKeysWithValues: zip(numbered, 1...))
  }
}
