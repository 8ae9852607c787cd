// The panes beside the tree: which there are, and their names. `Panes` has a file for each, which finds its lines.

/// A pane beside or below the tree.
public enum PaneKind: String, Sendable, CaseIterable {
  /// The facts about the selected promise, and its events.
  case details
  /// Why the selected promise is as it is.
  case why
  /// Where its time went.
  case criticalPath
  /// The source around its call site.
  case source
  /// The events of the run around the playhead.
  case log
  /// Queues and threads, and what each of them ran.
  case lanes
  /// The promises by call site.
  case groups
  /// All findings.
  case problems
  /// What changed since a bookmark.
  case changes
  /// What the program wrote.
  case output
  /// Two runs side by side, in place of the tree.
  case runs
  /// The call sites of a service, in place of the tree.
  case service
  /// The promises of one call site, in place of the tree.
  case instances
  /// In a lesson: a question, or what has just happened.
  case question
  /// In a lesson: the story so far.
  case story

  /// The panes that a person can choose.
  public static let choosable = allCases.filter { ![.runs, .service, .instances, .question, .story].contains($0) }

  /// Its name in a configuration: `critical-path` for `criticalPath`.
  public var name: String { hyphenated("\(self)") }

  /// Whether its content depends on the selected promise.
  var isAboutSelection: Bool {
    switch self {
    case .details, .why, .criticalPath, .source: true
    case .log, .lanes, .groups, .problems, .changes, .output, .runs, .service, .instances, .question, .story: false
    }
  }
}

/// A name with hyphens between its words instead of capitals.
private func hyphenated(_ camelCase: String) -> String {
  camelCase.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
}
