// Which key triggers which command. Owns rebinding and the check for conflicts.
//
// Knows no file: the owner of the screen reads the configuration.

import Canvas

/// The keys of every command.
public struct KeyMap: Sendable, Equatable {
  /// Why keys cannot be bound as requested.
  public enum Conflict: Error, Equatable {
    /// A key would trigger two commands.
    case taken(Key, by: Action, and: Action)
    /// No key would quit, not even Ctrl-C.
    case cannotQuit
  }

  /// The keys of ``Command/all``.
  public static let standard: KeyMap = {
    var map = KeyMap()
    for command in Command.all { map.keys[command.action] = command.keys }
    for (action, keys) in map.keys { for key in keys { map.actions[key] = action } }
    return map
  }()

  private var keys: [Action: [Key]] = [:]
  private var actions: [Key: Action] = [:]

  private init() {}

  /// Creates a map with other keys for some commands; all other commands keep theirs.
  ///
  /// - Parameter changes: The keys of each rebound command, in the order of the configuration; none for a command without a key.
  /// - Throws: ``Conflict`` if a key belongs to two commands, whether it was rebound or not, or if no key quits.
  public init(rebinding changes: [(action: Action, keys: [Key])]) throws(Conflict) {
    self.init()
    keys = KeyMap.standard.keys
    for change in changes { keys[change.action] = change.keys }
    // Rebound commands last, in their order, because the last one is to blame.
    let rebound = changes.map(\.action)
    for action in Action.allCases.filter({ !rebound.contains($0) }) + rebound {
      for key in keys[action] ?? [] {
        if let other = actions[key], other != action { throw .taken(key, by: other, and: action) }
        actions[key] = action
      }
    }
    // Ctrl-C has this meaning everywhere, so it keeps it unless another command has it.
    if actions[.control("c")] == nil { actions[.control("c")] = .quit }
    if !actions.values.contains(.quit) { throw .cannotQuit }
  }

  /// The action of a key.
  ///
  /// - Parameter key: Any key.
  /// - Returns: Its action, or nil if it has none.
  public func action(for key: Key) -> Action? { actions[key] }

  /// The keys that trigger an action; the first one is shown.
  ///
  /// - Parameter action: Any action.
  /// - Returns: Its keys, possibly none.
  public func keys(for action: Action) -> [Key] { keys[action] ?? [] }
}
