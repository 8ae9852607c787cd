// What the owner of a screen reports back to it: that it copied, saved, or could not. Owns the sentences, so that they are in the language of
// the screen.

/// A sentence about what a ``ScreenEffect`` came to.
public enum OwnerSentence: Sendable, Equatable {
  /// A text is on the clipboard.
  case copied(String)
  /// A file was saved under a path.
  case saved(String)
  /// A path can't be written, for a reason.
  case cannotWrite(String, reason: String)
  /// No source file with this name was found.
  case sourceMissing(String)
  /// The run was asked to cancel its work.
  case cancelRequested

  /// The sentence.
  ///
  /// - Parameter options: The settings of the screen, which decide about its language.
  /// - Returns: The sentence, with a period unless it ends with a text of the caller.
  public func text(_ options: ScreenOptions) -> String {
    let words = Words(options.language)
    return switch self {
    case .copied(let text): words(.copied, text)
    case .saved(let path): words(.saved, path)
    case .cannotWrite(let path, let reason): words(.cannotWrite, path, reason)
    case .sourceMissing(let name): words(.sourceMissing, name)
    case .cancelRequested: words(.askedToCancel)
    }
  }
}
