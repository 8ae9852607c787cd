// A key is one value: its names, what it does, where it is offered, and what it is called there. Dispatch, footer, help, the configuration, and the
// table in docs/screen.md are made from the tables of these values, which stand in the extensions, one for each topic.

import Canvas
import PlainText

/// A key of the screen and everything about it.
public struct Binding: Sendable {
  /// A group of keys in the help, in the order of what a person wants to do.
  enum Topic: CaseIterable, Sendable {
    case lesson, questions, finding, panes, time, moving, other

    var heading: Text {
      switch self {
      case .lesson: Text("lesson", "课程")
      case .questions: Text("What is wrong?", "哪里出了问题？")
      case .finding: Text("Find a promise", "查找 Promise")
      case .panes: Text("See more about it", "查看更多")
      case .time: Text("Go back in time", "回到过去")
      case .moving: Text("Move through the tree", "在树中移动")
      case .other: Text("Run, save, leave", "运行、保存、退出")
      }
    }
  }

  /// Which screens have a key: those of a run, those of a lesson, or both.
  struct Places: OptionSet {
    let rawValue: Int
    static let run = Places(rawValue: 1)
    static let lesson = Places(rawValue: 2)
    static let everywhere: Places = [.run, .lesson]
  }

  /// What the footer shows of a key.
  struct Label {
    /// A narrow footer drops the keys with the highest rank first.
    ///
    /// Rank 0 comes last, and neither it nor rank 1 is ever dropped.
    let rank: Int
    let word: Text
    /// Whether what the key turns on is on.
    var isOn = false
    /// What stands for the key instead of its name; nil for its name.
    var key: String?

    init(_ rank: Int, _ word: Text, isOn: Bool = false, key: String? = nil) {
      (self.rank, self.word, self.isOn, self.key) = (rank, word, isOn, key)
    }

    init(_ rank: Int, _ english: String, _ chinese: String, isOn: Bool = false, key: String? = nil) {
      self.init(rank, Text(english, chinese), isOn: isOn, key: key)
    }
  }

  /// What it is called in a configuration: `next-problem`.
  public let name: String
  /// The keys that trigger it, unless a person has bound others; the first one is shown.
  public let keys: [Key]
  let topic: Topic
  let places: Places
  /// Its sentence in the help.
  let help: Text
  /// What the footer shows of it now; nil if it is not offered there.
  let footer: @Sendable (Screen) -> Label?
  /// Whether the screen can perform it at all; the help omits the others.
  let isPossible: @Sendable (Screen) -> Bool
  /// What the screen says if it has changed nothing; nil for nothing.
  let idle: @Sendable (Screen) -> Text?
  /// How far it moves; nil for keys that do something else.
  let motion: Motion?
  /// Whether it is about the tree, which is then shown instead of a page that covers it.
  let needsTree: Bool
  let run: @Sendable (inout Screen) -> Void

  init(
    _ name: String, _ keys: [Key], _ topic: Topic, _ help: Text, in places: Places = .run, motion: Motion? = nil,
    needsTree: Bool = false, isPossible: @escaping @Sendable (Screen) -> Bool = { _ in true },
    footer: @escaping @Sendable (Screen) -> Label? = { _ in nil },
    idle: @escaping @Sendable (Screen) -> Text? = { _ in nil }, run: @escaping @Sendable (inout Screen) -> Void
  ) {
    (self.name, self.keys, self.topic, self.help, self.places) = (name, keys, topic, help, places)
    (self.needsTree, self.isPossible, self.footer, self.idle) = (needsTree, isPossible, footer, idle)
    (self.motion, self.run) = (motion, run)
  }

  init(_ name: String, _ keys: [Key], _ motion: Motion, _ help: Text, in places: Places = .run, idle: Text) {
    (self.name, self.keys, topic, self.help, self.places) = (name, keys, .moving, help, places)
    (needsTree, isPossible, footer, self.idle) = (false, { _ in true }, { _ in nil }, { _ in idle })
    (self.motion, run) = (motion, { $0.move(by: motion) })
  }

  /// Every key.
  ///
  /// Where two have the same one, that of the first counts: a lesson's own ones come before those that it shares with a run.
  static let all = lessons + questions + moving + finding + panes + time + other

  /// The keys of a run, in the order of a configuration.
  ///
  /// Those of a lesson can't be bound to others, because its texts name them.
  public static let rebindable = all.filter { $0.places.contains(.run) }

  /// The key of a run that has this character unless a person has bound another.
  static func standard(_ key: Character) -> Binding? { rebindable.first { $0.keys.contains(.character(key)) } }

  fileprivate static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension Binding: Equatable {
  /// Whether both are the same key.
  public static func == (one: Binding, other: Binding) -> Bool { one.name == other.name }
}

extension KeyMap {
  /// The keys of a run, as their tables have them.
  public static let standard = KeyMap(Binding.rebindable.map { ($0.name, $0.keys) })
  static let lesson = KeyMap(Binding.all.filter { $0.places.contains(.lesson) }.map { ($0.name, $0.keys) })

  /// What a key means; nil for nothing.
  public func binding(for key: Key) -> Binding? { names[key].flatMap { Binding.named[$0] } }

  /// The keys that trigger a command, possibly none; the first one is shown.
  public func keys(for binding: Binding) -> [Key] { keys[binding.name] ?? [] }

  /// The name of the key that is shown for a command; empty if it has none.
  func name(of binding: Binding) -> String { keys(for: binding).first?.name ?? "" }
}

/// How far a key moves, whatever it moves through: the rows of the tree, the lines of a pane or of the help, the logs of a list.
enum Motion: Sendable {
  case lines(Int)
  case halfPages(Int)
  case pages(Int)
  /// To the first (-1) or the last (1) row.
  case end(Int)

  /// The number of rows to move by, where this number of them is visible.
  func distance(rows: Int) -> Int {
    switch self {
    case .lines(let count): count
    case .halfPages(let count): count * max(1, rows / 2)
    case .pages(let count): count * max(1, rows - 1)
    case .end(let direction): direction * 1_000_000_000
    }
  }
}
