// The table of commands: keys, action, and texts. Key dispatch, footer, and help all use it.

import Canvas

/// One row of the table.
public struct Command: Sendable {
  /// Its action.
  public let action: Action
  /// The keys that trigger it; the first one is shown.
  public let keys: [Key]
  /// Its label in the footer; empty for commands that the footer omits.
  public let word: String
  /// Its sentence in the help.
  public let sentence: String
  /// A narrow footer drops the commands with the highest rank first.
  public let rank: Int

  init(_ action: Action, _ keys: [Key], word: String = "", rank: Int = 9, _ sentence: String) {
    self.action = action
    self.keys = keys
    self.word = word
    self.sentence = sentence
    self.rank = rank
  }

  /// Every command, in the order of the help and the footer.
  public static let all: [Command] = [
    Command(.help, [.function(1), .character("?")], word: "Help", rank: 1, "Show or hide this help."),
    Command(.pause, [.character(" ")], word: "Pause", rank: 2, "Freeze the view, not the program."),
    Command(.follow, [.character("f")], word: "Follow", rank: 4, "Keep the newest promise in view."),
    Command(.up, [.up, .character("k")], "Go up."),
    Command(.down, [.down, .character("j")], "Go down."),
    Command(.pageUp, [.pageUp, .control("b")], "Go up by a screen."),
    Command(.pageDown, [.pageDown, .control("f")], "Go down by a screen."),
    Command(.first, [.home, .character("g")], "Go to the first promise."),
    Command(.last, [.end, .character("G")], "Go to the last promise."),
    Command(.outward, [.left, .character("h")], "Fold, or go towards the root."),
    Command(.inward, [.right, .character("l")], "Unfold, or go to the first one inside."),
    Command(.toggleFold, [.enter], word: "Fold", rank: 5, "Fold or unfold."),
    Command(.fold, [.character("-")], "Fold."),
    Command(.unfold, [.character("+"), .character("=")], "Unfold."),
    Command(.toggleAllFolds, [.character("*")], "Fold all chains, or unfold everything."),
    Command(.detail, [.character("d"), .tab], word: "Detail", rank: 6, "Show or hide the details."),
    Command(.runAgain, [.character("r")], word: "Run again", rank: 3, "Start the scenario again."),
    Command(.quit, [.character("q"), .control("c")], word: "Quit", rank: 0, "Leave."),
  ]

  private static let byKey: [Key: Action] = {
    var table: [Key: Action] = [:]
    for command in all { for key in command.keys { table[key] = command.action } }
    return table
  }()

  /// The action of a key.
  ///
  /// - Parameter key: Any key.
  /// - Returns: Its action, or nil if it has none.
  public static func action(for key: Key) -> Action? { byKey[key] }
}
