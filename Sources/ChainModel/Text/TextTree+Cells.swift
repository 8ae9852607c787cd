// Fills the cells of a line. Owns the words of the text tree.
//
// Reads the store's columns and the texts' bytes directly: creating a string for each of a promise's texts took most of the time.

import PlainText
import PromiseTrace

extension TextTree {
  /// The maximum width of the tree and the name, in columns.
  private static var nameLimit: Int { 64 }

  /// Fills the cells of one line.
  ///
  /// - Parameters:
  ///   - line: Receives the cells.
  ///   - row: The row of the outline.
  ///   - guides: The lines that lead to it; nil at depth 0.
  ///   - store: The store that the rows belong to.
  ///   - branches: Which branches of it were found so far.
  ///   - isMeasuring: Whether only the columns' widths are needed; the outcome, which ends a line, is then omitted.
  func fill(
    _ line: inout TextRow, with row: OutlineRow, _ guides: OutlineGuides?, _ store: ChainStore,
    _ branches: HandlerBranches, isMeasuring: Bool
  ) {
    line.clear()
    switch row.content {
    case .node(let id):
      let promise = store.rows.row(of: id, in: store.ids)
      line.add(.tree) { bytes in
        guard promise != .none else {
          append(guides, to: &bytes)
          bytes.append(text: "?")
          return 0
        }
        bytes.append(text: badge?(id) ?? glyphs[store.state(promise)])
        bytes.append(text: " ")
        return 2 + append(row, guides, store, promise, to: &bytes)
      }
      if promise != .none { fill(&line, store, promise, branches, isMeasuring: isMeasuring) }
    // A line with a single cell may be wider than its column, so there is nothing to measure.
    case _ where isMeasuring: break
    case .reference(let id):
      line.add(.tree) { bytes in
        bytes.append(text: "  ")
        append(guides, to: &bytes)
        bytes.append(text: glyphs.reference)
        bytes.append(text: "#")
        bytes.append(number: number(of: id))
        let promise = store.rows.row(of: id, in: store.ids)
        if promise != .none {
          bytes.append(text: " ")
          append(nameOf: promise, store, to: &bytes)
        }
        if row.isCycle { bytes.append(text: language(" (a cycle)", "（循环）")) }
        return 0
      }
    case .lost(let count, let isDamage):
      fill(&line, glyphs.lost, guides, OutlineRow.words(lost: count, isDamage: isDamage, in: language))
    case .evicted(let count):
      fill(&line, glyphs.evicted, guides, OutlineRow.words(evicted: count, in: language))
    }
  }

  private func fill(_ line: inout TextRow, _ glyph: String, _ guides: OutlineGuides?, _ text: String) {
    line.add(.tree) { bytes in
      bytes.append(text: glyph)
      bytes.append(text: " ")
      append(guides, to: &bytes)
      bytes.append(text: text)
      return 0
    }
  }

  /// The number that a promise is referred to by.
  private func number(of id: PromiseID) -> UInt64 { numbers?[id] ?? id }

  /// Appends the guides that lead to a row and returns their width in columns.
  @discardableResult
  private func append(_ guides: OutlineGuides?, to bytes: inout [UInt8]) -> Int {
    guard let guides else { return 0 }
    var columns = 2
    if guides.elided > 0 {
      columns = bytes.append(visible: "\(glyphs.ellipsis)\(guides.elided) ")
    } else {
      bytes.append(text: "  ")
    }
    for guide in guides.levels { bytes.append(text: glyphs[guide]) }
    return columns + 2 * guides.levels.count
  }

  // MARK: A promise

  /// Appends the tree and the name and returns their width in columns.
  private func append(
    _ row: OutlineRow, _ guides: OutlineGuides?, _ store: ChainStore, _ promise: Row, to bytes: inout [UInt8]
  ) -> Int {
    var columns = append(guides, to: &bytes)
    if row.depth == 0 {
      let isLead = !row.isFolded && !row.isContinuation
      bytes.append(text: isLead ? (row.isFoldable ? glyphs.open : glyphs.single) : row.isFolded ? glyphs.folded : "  ")
      columns += 2
    } else if row.isFolded {
      bytes.append(text: glyphs.folded)
      columns += 2
    }
    // The state's glyph and a space precede the tree.
    let room = max(8, Self.nameLimit - columns - 2)
    if row.isFolded {
      let name = store.name(row: promise) + " (+\(NumberText.grouped(row.hidden)))"
      return columns + bytes.append(visible: name, within: room, ellipsis: glyphs.ellipsis)
    }
    return columns + append(nameOf: promise, store, within: room, to: &bytes)
  }

  /// Appends the label, otherwise the operator's name, and returns its width in columns.
  @discardableResult
  private func append(
    nameOf promise: Row, _ store: ChainStore, within columns: Int = .max, to bytes: inout [UInt8]
  ) -> Int {
    let label = store.words[Int(promise)].label
    let width =
      append(label, of: store, within: columns, to: &bytes)
      ?? append(store.operation(promise), of: store, within: columns, to: &bytes) ?? 0
    return width > 0 || label != .none ? width : bytes.append(visible: "?")
  }

  /// Appends a text, escaped, and returns its width in columns; nil if there is none.
  private func append(
    _ text: TextID, of store: ChainStore, within columns: Int = .max, to bytes: inout [UInt8]
  ) -> Int? {
    if text == .none { return nil }
    var width: Int?
    store.texts.withBytes(text) { width = bytes.append(visible: $0, within: columns, ellipsis: glyphs.ellipsis) }
    return width
  }

  private func fill(
    _ line: inout TextRow, _ store: ChainStore, _ promise: Row, _ branches: HandlerBranches, isMeasuring: Bool
  ) {
    line.add(.id) { bytes in
      let id = store.ids[Int(promise)]
      guard columns.contains(.number), let number = numbers == nil ? id : numbers?[id] else { return 0 }
      bytes.append(text: "#")
      return 1 + bytes.append(number: number)
    }
    line.add(.operation) { bytes in
      if store.words[Int(promise)].label == .none { return 0 }
      return append(store.operation(promise), of: store, to: &bytes) ?? 0
    }
    line.add(.site) { bytes in
      guard columns.contains(.site), let site = store.site(promise) else { return 0 }
      var name = 0
      store.texts.withBytes(site.file) { name = bytes.append(visible: NodeSite.shortName($0)) }
      bytes.append(text: ":")
      return name + 1 + bytes.append(number: UInt64(site.line))
    }
    line.add(.duration) { bytes in
      guard columns.contains(.duration), !store.life[Int(promise)].flags.contains(.placeholder) else { return 0 }
      let duration = store.duration(promise, now: now ?? store.lastTime)
      guard store.isUnknownStart(promise) else { return bytes.append(duration: duration, micro: glyphs.micro) }
      return duration > 0 ? bytes.append(visible: DurationText.atLeast(duration, micro: glyphs.micro)) : 0
    }
    line.add(.outcome) { bytes in
      if !isMeasuring { append(outcomeOf: promise, store, branches, to: &bytes) }
      return 0
    }
  }

  // MARK: The outcome of a promise

  private func append(
    outcomeOf promise: Row, _ store: ChainStore, _ branches: HandlerBranches, to bytes: inout [UInt8]
  ) {
    if let text = exception?(store.ids[Int(promise)]) {
      bytes.append(visible: text)
      return
    }
    let start = bytes.count
    func part(_ text: String) {
      if text.isEmpty { return }
      if bytes.count > start { bytes.append(text: " ") }
      bytes.append(visible: text)
    }
    let state = store.state(promise)
    switch state {
    case .fulfilled: _ = append(store.words[Int(promise)].text, of: store, to: &bytes)
    case .rejected, .cancelled, .unhandled:
      bytes.append(text: state.word(in: language))
      let words = store.words[Int(promise)]
      let colon = bytes.count
      bytes.append(text: ": ")
      if (append(words.text, of: store, to: &bytes) ?? 0) == 0, (append(words.type, of: store, to: &bytes) ?? 0) == 0 {
        bytes.removeLast(bytes.count - colon)
      }
      if let (handler, isElsewhere) = branches.handler(of: promise, in: store) {
        bytes.append(
          text: isElsewhere
            ? language(" handled on another branch, by #", " 由另一个分支处理：#") : language(" handled by #", " 处理者：#"))
        bytes.append(number: number(of: handler))
        let promise = store.rows.row(of: handler, in: store.ids)
        let end = bytes.count
        bytes.append(text: " ")
        if promise == .none || append(nameOf: promise, store, to: &bytes) == 0 { bytes.removeLast(bytes.count - end) }
      }
    case .waiting:
      part(
        store.waitsOn(promise).map { language("waits on #\(number(of: $0))", "等待 #\(number(of: $0))") }
          ?? state.word(in: language))
    case .leaked: part(language("freed while pending", "待定时被释放"))
    case .pending, .running, .unknown: part(state.word(in: language))
    }
    if store.life[Int(promise)].flags.contains(.paused), !state.isSettled { part(language("paused", "已暂停")) }
    if let progress = store.sparse.progress[promise] {
      part(NumberText.percent(progress.fraction) ?? "")
      part(store.texts[progress.stage] ?? "")
    }
    if let ignored = store.sparse.ignored[promise] { part(language("(\(ignored) refused)", "（\(ignored) 次被忽略）")) }
  }
}
