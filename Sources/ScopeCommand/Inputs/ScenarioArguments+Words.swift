// The words for the settings of scenarios on the command line. Owns the spelling and nothing else.

import ArgumentParser
import DemoCatalog

/// A setting with one word on the command line per case.
///
/// Public, like everything here that witnesses a requirement of `ExpressibleByArgument`.
public protocol ArgumentWord: ExpressibleByArgument, CaseIterable {
  /// The word for this case.
  var word: String { get }
}

extension ArgumentWord {
  /// Finds the case for a word; nil if there is none.
  public init?(argument: String) {
    guard let match = Self.allCases.first(where: { $0.word == argument }) else { return nil }
    self = match
  }

  /// The word shown in the help for a default.
  public var defaultValueDescription: String { word }

  /// The words shown in error messages and completions.
  public static var allValueStrings: [String] { allCases.map(\.word) }
}

extension ListPolicy: ArgumentWord {
  /// The word for this case.
  public var word: String {
    switch self {
    case .localThenRemote: "local-then-remote"
    case .local: "local"
    case .remote: "remote"
    case .remoteElseLocal: "remote-else-local"
    }
  }
}

extension ListDirection: ArgumentWord {
  /// The word for this case.
  public var word: String {
    switch self {
    case .refresh: "refresh"
    case .more: "more"
    }
  }
}

extension ListFailure: ArgumentWord {
  /// The word for this case.
  public var word: String {
    switch self {
    case .none: "none"
    case .remote: "remote"
    case .local: "local"
    }
  }
}

extension CacheState: ArgumentWord {
  /// The word for this case.
  public var word: String {
    switch self {
    case .full: "full"
    case .empty: "empty"
    case .corrupt: "corrupt"
    }
  }
}

extension LoginStep: ArgumentWord {
  /// The word for this case.
  public var word: String {
    switch self {
    case .logIn: "log-in"
    case .token: "token"
    case .contacts: "contacts"
    }
  }
}
