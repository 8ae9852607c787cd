// Why a command ends early, and what it says about that on standard error. Owns the exit codes and the form of a message.

import ArgumentParser
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ExitCode {
  /// The scenario ran, and failed.
  static let failedScenario = ExitCode(1)
  /// The input or the arguments were invalid.
  static let badInput = ExitCode(2)
  /// The command completed, but events are missing from its output.
  static let eventsLost = ExitCode(3)
  /// The program was not started, because it could not have been recorded; as env(1) and timeout(1) report failures of their own.
  static let notRecorded = ExitCode(125)
  /// The program could not be started.
  static let notStarted = ExitCode(126)
  /// There is no such program.
  static let notFound = ExitCode(127)
}

/// An error that ends the command: a message for standard error and an exit code.
struct Failure: Error, Equatable {
  /// One sentence that says what was expected, what was found, and where.
  var sentence: String
  var code = ExitCode.badInput
  /// The same for a person who sees the screen, which has a language of its own; nil if it can't happen there.
  var onScreen: Text?
}

/// Writes one line to standard error.
///
/// - Parameter sentence: The line without a newline; control characters in it are escaped. What says how a person's program did is in the
///   language that was chosen, everything about arguments, files, and settings in English.
func complain(_ sentence: String) { writeToStandardError("pscope: \(Escaping.line(sentence))\n") }

/// Writes text to standard error without escaping it, and ignores write errors.
func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
