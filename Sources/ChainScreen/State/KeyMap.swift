// Which key triggers what, by name: the keys of a run, which a person may have bound to others, and those of a lesson.
//
// Knows no file: the owner of the screen reads the configuration.

import Canvas

/// The keys of a kind of screens.
public struct KeyMap: Sendable, Equatable {
  /// Why keys cannot be bound as requested.
  public enum Conflict: Error, Equatable {
    /// A key would have two meanings.
    case taken(Key, by: String, and: String)
    /// No key would quit, not even Ctrl-C.
    case cannotQuit
  }

  private(set) var keys: [String: [Key]] = [:]
  private(set) var names: [Key: String] = [:]

  /// Creates a map of a table; a key that occurs twice belongs to the first.
  init(_ table: [(name: String, keys: [Key])]) {
    for (name, all) in table {
      keys[name] = all.filter { names[$0] == nil }
      for key in keys[name] ?? [] { names[key] = name }
    }
  }

  /// Creates a map of a run in which some commands have other keys; all others keep theirs.
  ///
  /// - Parameter changes: The name and the keys of each rebound command, in the order of the configuration; none for a command without a key.
  /// - Throws: ``Conflict`` if a key belongs to two commands, whether it was rebound or not, or if no key quits.
  public init(rebinding changes: [(name: String, keys: [Key])]) throws(Conflict) {
    keys = KeyMap.standard.keys
    for change in changes { keys[change.name] = change.keys }
    // Rebound commands last, in their order, because the last one is to blame.
    let rebound = changes.map(\.name)
    for name in keys.keys.filter({ !rebound.contains($0) }).sorted() + rebound {
      for key in keys[name] ?? [] {
        if let other = names[key], other != name { throw .taken(key, by: other, and: name) }
        names[key] = name
      }
    }
    // Ctrl-C has this meaning everywhere, so it keeps it unless another command has it.
    if names[.control("c")] == nil { names[.control("c")] = "quit" }
    if !names.values.contains("quit") { throw .cannotQuit }
  }
}
