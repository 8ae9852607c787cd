// Where a report goes: `--output FILE`, or `--output FORMAT=FILE` for a further format. Owns the form of the argument.

import ArgumentParser
import ChainExport
import PlainText

/// A destination of a check's report.
struct ReportOutput: Equatable {
  /// The format; nil for the one that `--format` chooses.
  var format: CheckFormat?
  /// The file; `-` is standard output.
  var path: String

  /// Parses an argument.
  ///
  /// - Throws: `ValidationError` for a format that does not exist.
  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isASCII && $0.isLetter }) else {
      (format, path) = (nil, argument)
      return
    }
    guard let format = CheckFormat(rawValue: parts[0]) else {
      let formats = CheckFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "expected FILE or FORMAT=FILE with one of the formats \(formats), found the format '\(parts[0])'; "
          + "write ./\(argument) for a file of that name.")
    }
    guard !parts[1].isEmpty else { throw ValidationError("expected a file after \(parts[0])=.") }
    (self.format, path) = (format, parts[1])
  }

  /// All destinations of a report: those given, and standard output if none of them takes the chosen format or standard output.
  ///
  /// - Throws: `ValidationError` if two reports go to one destination.
  static func all(_ given: [ReportOutput], _ format: CheckFormat) throws -> [(format: CheckFormat, path: String)] {
    var all = given.map { ($0.format ?? format, $0.path) }
    if !given.contains(where: { $0.format == nil || $0.path == "-" }) { all.insert((format, "-"), at: 0) }
    for (index, output) in all.enumerated() where all[..<index].contains(where: { $0.1 == output.1 }) {
      let name = output.1 == "-" ? "standard output" : output.1
      throw ValidationError("expected one report per destination, found two for \(name).")
    }
    return all
  }
}

extension CheckFormat {
  /// The address of the repository's files in a browser, in a job of GitHub or GitLab; nil elsewhere.
  static func links(_ environment: (String) -> String?) -> String? {
    if let server = environment("GITHUB_SERVER_URL"), let repository = environment("GITHUB_REPOSITORY"),
      let commit = environment("GITHUB_SHA")
    {
      return "\(server)/\(repository)/blob/\(commit)/"
    }
    guard let project = environment("CI_PROJECT_URL"), let commit = environment("CI_COMMIT_SHA") else { return nil }
    return "\(project)/-/blob/\(commit)/"
  }
}
