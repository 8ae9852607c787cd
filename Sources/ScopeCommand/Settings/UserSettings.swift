// The user's `config.yml`: looks, keys and defaults of the screen.

import Canvas
import ChainScreen
import PlainText
import Yams

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The settings of the screen that a user keeps.
struct UserSettings {
  /// The name of the theme, or `auto`.
  var theme = automatic
  /// The number of colors, or `auto`.
  var colors = automatic
  /// The language of the screen's own words, or `auto`.
  var language = automatic
  /// Whether only ASCII is drawn.
  var ascii = false
  /// Whether the screen reacts to the mouse.
  var mouse = true
  /// Whether `view` waits for more events at the end of a log.
  var follow = false
  /// Whether the newest promise is kept in view.
  var newest = false
  /// The panes that are visible at first; nil for the usual ones.
  var panes: [PaneKind]?
  /// The keys of the commands.
  var keys = KeyMap.standard
  /// The line of each setting in the file, `keys.NAME` for a command.
  private(set) var lines: [String: Int] = [:]

  /// The value that leaves a choice to the command.
  static let automatic = "auto"

  /// The names of the settings, in the order in which they are printed.
  static let names = ["theme", "colors", "language", "ascii", "mouse", "follow", "newest", "panes", "keys"]

  init() {}

  /// Reads the settings of a file; the default ones if it does not exist.
  ///
  /// - Parameter path: The file; nil if there is no home folder.
  /// - Throws: ``Failure``, which names the file and the line.
  init(path: String?) throws {
    self.init()
    // A file that exists but can't be read is an error.
    guard let path, access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR else { return }
    self = try UserSettings(SmallFile.read(path), path: path)
  }

  /// The path of the file, which need not exist; nil without a home folder.
  ///
  /// A relative `XDG_CONFIG_HOME` is ignored, as the XDG Base Directory Specification requires.
  static var path: String? { path { getenv($0).map { String(cString: $0) } } }

  /// The path of the file in an environment.
  static func path(environment: (String) -> String?) -> String? {
    let folder =
      environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.config" }
    return folder.map { ($0.hasSuffix("/") ? String($0.dropLast()) : $0) + "/promisescope/config.yml" }
  }

  /// Parses the settings of a file.
  ///
  /// - Throws: ``Failure``, which names the file and the line.
  init(_ text: String, path: String) throws {
    let document = try YAMLDocument(text, path: path)
    // A file that is empty, or has only comments.
    guard let root = document.root, root.scalar?.string.isEmpty != true else { return }
    for (name, key, value) in try document.members(of: root, expecting: "settings, such as theme: light") {
      lines[name] = key.mark?.line
      switch name {
      case "theme":
        theme = try document.choice(value, among: Self.themes)
        theme = Theme.named(theme)?.name ?? theme
      case "colors": colors = try document.choice(value, among: Self.depths)
      case "language": language = try document.choice(value, among: Self.languages)
      case "ascii": ascii = try document.flag(value)
      case "mouse": mouse = try document.flag(value)
      case "follow": follow = try document.flag(value)
      case "newest": newest = try document.flag(value)
      case "panes" where value.scalar?.string == Self.automatic: break
      case "panes": panes = try (value.sequence.map(Array.init) ?? [value]).map { try document.pane($0) }
      // A section whose lines are all commented out.
      case "keys" where value.scalar?.string.isEmpty == true: break
      case "keys": try bind(value, document)
      default: throw document.unknown("setting", name, at: key, among: Self.names)
      }
    }
  }

  static var themes: [String] { [automatic] + Theme.all.map(\.name) }
  static let depths = [automatic, "8", "16", "256", "true"]
  static let languages = [automatic] + Language.allCases.map(\.rawValue)

  private mutating func bind(_ node: Node, _ document: YAMLDocument) throws {
    var changes: [(String, [Key])] = []
    var nodes: [String: Node] = [:]
    for (name, key, value) in try document.members(of: node, expecting: "commands and their keys, such as quit: Q") {
      guard Binding.rebindable.contains(where: { $0.name == name }) else {
        throw document.unknown("command", name, at: key, among: Binding.rebindable.map(\.name))
      }
      lines["keys." + name] = key.mark?.line
      nodes[name] = key
      changes.append((name, try (value.sequence.map(Array.init) ?? [value]).map { try document.key($0) }))
    }
    do throws(KeyMap.Conflict) {
      keys = try KeyMap(rebinding: changes)
    } catch {
      switch error {
      case .taken(let key, let other, let name):
        throw document.failure(
          nodes[name],
          "expected a key of its own for '\(name)', found '\(key.name)', which '\(other)' has; bind '\(other)' to another key, "
            + "or to [] for none")
      case .cannotQuit: throw document.failure(nodes["quit"], "expected at least one key for 'quit', found none")
      }
    }
  }
}

extension YAMLDocument {
  fileprivate func choice(_ node: Node, among words: [String]) throws -> String {
    let expected = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    let word = try text(node, expecting: expected)
    guard words.contains(word) || words.contains(Theme.named(word)?.name ?? "") else {
      let nearest = Suggestion.nearest(to: word, among: words)
      throw failure(node, "expected \(expected), found '\(word)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
    return word
  }

  fileprivate func pane(_ node: Node) throws -> PaneKind {
    let name = try choice(node, among: PaneKind.choosable.map(\.name))
    return PaneKind.choosable.first { $0.name == name } ?? .details
  }

  fileprivate func flag(_ node: Node) throws -> Bool {
    let word = try text(node, expecting: "true or false")
    guard word == "true" || word == "false" else { throw failure(node, "expected true or false, found '\(word)'") }
    return word == "true"
  }

  /// The name of a key.
  fileprivate func key(_ node: Node) throws -> Key {
    let name = try text(node, expecting: "the name of a key, or a list of names")
    guard !name.isEmpty else { throw failure(node, "expected the name of a key, or [] for none, found nothing") }
    guard let key = Key(named: name) else {
      throw failure(node, ScreenScript.UnknownKey.sentence(name).trimmingPeriod)
    }
    return key
  }
}

extension String {
  /// The sentence without the period at its end.
  fileprivate var trimmingPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
