// What the owner of a screen reports back to it: that it copied, saved, or could not. Owns the sentences, so that they are in the language of
// the screen.

/// A sentence about what a ``ScreenEffect`` came to.
public enum OwnerSentence: Sendable, Equatable {
  /// A text is on the clipboard.
  case copied(String)
  /// A file was saved under a path.
  case saved(String)
  /// A path can't be written, for a reason.
  case cannotWrite(String, Reason)
  /// A path is a folder, and can't be written.
  case isFolder(String)
  /// A path is a named pipe, which may never be read.
  case isPipe(String)
  /// A path is the log that the screen shows, and is not replaced.
  case isTheLog(String)
  /// A log can't be shown, for a reason that names it.
  case cannotOpenLog(String)
  /// An editor can't be started, for a reason; nil if its command was not found.
  case cannotStartEditor(String, reason: String?)
  /// No source file with this name was found.
  case sourceMissing(String)
  /// The log is the same as when it was read.
  case logUnchanged
  /// The run was asked to cancel its work.
  case cancelRequested

  /// The program still runs, so the screen stays until it is asked again.
  case programRuns
  /// The program has just ended, so the screen stays until it is asked again.
  case programEnded
  /// The program was asked to end.
  case programAskedToEnd
  /// The program was killed.
  case programKilled
  /// The program still runs, so it is not run again until that is asked again.
  case programRunsStill
  /// The program was asked to end, and can then be run again.
  case programEndsFirst
  /// The program was killed, and can be run again.
  case programKilledFirst

  /// Why a path can't be written.
  public enum Reason: Sendable, Equatable {
    /// Its folder does not exist.
    case noFolder
    /// The user may not write there.
    case notAllowed
    /// The disk is full.
    case diskFull
    /// The file system is read-only.
    case readOnly
    /// Another one, in the words of the operating system.
    case other(String)
  }

  /// The sentence.
  ///
  /// - Parameter options: The settings of the screen, which decide about its language.
  /// - Returns: The sentence, with a period unless it ends with a text of the caller.
  public func text(_ options: ScreenOptions) -> String {
    let words = Words(options.language)
    return switch self {
    case .copied(let text): words.copied(text)
    case .saved(let path): words.saved(path)
    case .cannotWrite(let path, let reason): words.cannotWrite(path, Self.text(reason, words))
    case .isFolder(let path): words.isFolder(path)
    case .isPipe(let path): words.isPipe(path)
    case .isTheLog(let path): words.isTheLog(path)
    case .cannotOpenLog(let reason): words.cannotOpenLog(reason)
    case .cannotStartEditor(let command, let reason?): words.cannotStartEditor(command, reason)
    case .cannotStartEditor(let command, nil): words.editorMissing(command)
    case .sourceMissing(let name): words.sourceMissing(name)
    case .logUnchanged: words.logUnchanged
    case .cancelRequested: words.askedToCancel
    case .programRuns: words.programRuns
    case .programEnded: words.programEnded
    case .programAskedToEnd: words.programAskedToEnd
    case .programKilled: words.programKilled
    case .programRunsStill: words.programRunsStill
    case .programEndsFirst: words.programEndsFirst
    case .programKilledFirst: words.programKilledFirst
    }
  }

  private static func text(_ reason: Reason, _ words: Words) -> String {
    switch reason {
    case .noFolder: words.noFolder
    case .notAllowed: words.notAllowed
    case .diskFull: words.diskFull
    case .readOnly: words.readOnly
    case .other(let text): text
    }
  }
}
