// The keys that move through the tree, and through panes, pages, help, and lists in the same way, and those that fold.

import Canvas
import ChainModel
import PlainText

extension Binding {
  static let moving: [Binding] = [
    Binding("up", [.up, .character("k")], .lines(-1), Text("Go up.", "上移。"), in: .everywhere, idle: atFirst),
    Binding("down", [.down, .character("j")], .lines(1), Text("Go down.", "下移。"), in: .everywhere, idle: atLast),
    Binding(
      "page-up", [.pageUp, .control("b")], .pages(-1), Text("Go up by a screen.", "上移一屏。"), in: .everywhere,
      idle: atFirst),
    Binding(
      "page-down", [.pageDown, .control("f")], .pages(1), Text("Go down by a screen.", "下移一屏。"), in: .everywhere,
      idle: atLast),
    Binding("half-page-up", [.control("u")], .halfPages(-1), Text("Go up by half a screen.", "上移半屏。"), idle: atFirst),
    Binding("half-page-down", [.control("d")], .halfPages(1), Text("Go down by half a screen.", "下移半屏。"), idle: atLast),
    Binding("first", [.home, .character("g")], .end(-1), Text("Go to the first row.", "转到第一行。"), idle: atFirst),
    Binding("last", [.end, .character("G")], .end(1), Text("Go to the last row.", "转到最后一行。"), idle: atLast),
    outward, inward, parent, nextRejected, nextPending, enter, fold, unfold, toggleAllFolds, autoFold,
  ]

  private static let atFirst = Text("This is the first row.", "已是第一行。")
  private static let atLast = Text("This is the last row.", "已是最后一行。")
  private static let nothingAbove = Text("Nothing is above it.", "上面没有别的 Promise。")

  static let outward = Binding(
    "outward", [.left, .character("h")], .moving, Text("Fold, or go toward the root.", "折叠，或向根移动。"),
    idle: { _ in nothingAbove }, run: { $0.goOutward() })

  static let inward = Binding(
    "inward", [.right, .character("l")], .moving,
    Text("Unfold, or go to the first one inside.", "展开，或进入内部的第一个。"), idle: { $0.nothingToFold }, run: { $0.goInward() })

  private static let parent = Binding(
    "parent", [.character("u")], .moving, Text("Go to the promise above.", "转到上一级 Promise。"), needsTree: true,
    idle: { _ in nothingAbove }, run: { $0.goToParent() })

  private static let nextRejected = Binding(
    "next-rejected", [.character("x")], .moving,
    Text("Go to the next rejected promise.", "转到下一个被拒绝的 Promise。"), needsTree: true,
    idle: { _ in Text("No promise was rejected.", "没有被拒绝的 Promise。") },
    run: { $0.goToNext { $0 == .rejected || $0 == .unhandled || $0 == .cancelled } })

  private static let nextPending = Binding(
    "next-pending", [.character("a")], .moving,
    Text("Go to the next pending promise.", "转到下一个待定的 Promise。"), needsTree: true,
    idle: { _ in Text("No promise is pending.", "没有待定的 Promise。") }, run: { $0.goToNext { $0.isOpen || $0 == .leaked } }
  )

  /// Folds a row, follows the link of a line, and chooses from a list.
  static let enter = Binding(
    "toggle-fold", [.enter], .moving,
    Text("Fold or unfold; otherwise follow the link.", "折叠或展开；否则跟随链接。"),
    footer: { $0.state.page == nil ? Label(10, "Fold", "折叠") : Label(10, "Open", "打开") },
    idle: { $0.nothingToFold }, run: { $0.openRow() })

  private static let fold = Binding(
    "fold", [.character("-")], .moving, Text("Fold.", "折叠。"), needsTree: true, idle: { $0.nothingToFold },
    run: { $0.setFold { _ in true } })

  private static let unfold = Binding(
    "unfold", [.character("+"), .character("=")], .moving, Text("Unfold.", "展开。"), needsTree: true,
    idle: { $0.nothingToFold }, run: { $0.setFold { _ in false } })

  private static let toggleAllFolds = Binding(
    "toggle-all-folds", [.character("*")], .moving,
    Text("Fold all chains, or unfold everything.", "折叠所有链，或全部展开。"), needsTree: true, idle: { $0.nothingToFold },
    run: { $0.toggleAllFolds() })

  private static let autoFold = Binding(
    "auto-fold", [.character("A")], .moving,
    Text("Fold chains when they have settled, or stop that.", "链敲定后自动折叠，或停止自动折叠。"), needsTree: true
  ) { $0.toggleAutoFold() }
}
