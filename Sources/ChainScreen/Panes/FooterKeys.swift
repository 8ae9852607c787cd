// The keys in the footer: which ones are offered now, how they are called, and how many of them fit. `FooterPane` draws them, and a click on one
// performs it.

import Canvas
import PlainText

struct FooterKeys {
  /// A key with its name for what it does.
  struct Item {
    let binding: Binding
    let spans: [Span]
    let rank: Int
    /// The column at which it starts.
    var column = 1
  }

  /// The keys that fit, from left to right: the most useful ones first, and the key that quits last.
  private(set) var items: [Item]

  init(_ screen: Screen, columns: Int) {
    items = Self.offered(screen)
    // A notice takes the room that it needs; in a lesson, whose keys say what comes next, at most two thirds of the line.
    let most = screen.lesson == nil ? columns : columns * 2 / 3
    var message = screen.shownNotice.map { min([Span($0)].width, most) + 2 } ?? 0
    // A wide line keeps room at its end for the key of the program's output.
    if message == 0, columns >= 100, screen.lesson == nil, !screen.messages.isEmpty {
      message = [Span(Self.outputHint(screen))].width + 2
    }
    let needed = message > columns / 2 && screen.lesson == nil ? 0 : 1
    while items.reduce(1, { $0 + $1.spans.width + 2 }) > columns + 1 - message, items.count > 1,
      let last = items.map(\.rank).max(), last > needed
    {
      items.removeAll { $0.rank == last }
    }
    var column = 1
    for index in items.indices {
      items[index].column = column
      column += items[index].spans.width + 2
    }
  }

  /// The key at a column; nil if there is none.
  func binding(at column: Int) -> Binding? {
    items.first { $0.column..<$0.column + $0.spans.width ~= column }?.binding
  }

  /// Where to find what the program wrote.
  static func outputHint(_ screen: Screen) -> String {
    let key = screen.keyMap.name(of: .output)
    return screen.language("\(key): output", "\(key)：输出")
  }

  /// Every key that the screen offers now.
  static func offered(_ screen: Screen) -> [Item] {
    let items = Binding.all.compactMap { binding -> Item? in
      let name = screen.keyMap.name(of: binding)
      guard screen.has(binding), !name.isEmpty, binding.isPossible(screen), let label = binding.footer(screen) else {
        return nil
      }
      let word = Span(" \(label.word.text(in: screen.language))", label.isOn ? .notice : .action)
      return Item(binding: binding, spans: [Span(label.key ?? name, .key), word], rank: label.rank)
    }.sorted { ($0.rank == 0 ? 100 : $0.rank) < ($1.rank == 0 ? 100 : $1.rank) }
    guard screen.lesson != nil, screen.options.isPresenter else { return items }
    // An audience sees only what comes next.
    let next = items.filter { $0.rank == 1 }
    return next.isEmpty ? items.filter { $0.rank == 0 } : next
  }
}
