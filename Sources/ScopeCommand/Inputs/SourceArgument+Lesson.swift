// The lesson about a source: that in the header of a log, or that of the command about the program that the header names.

import ArgumentParser
import LessonEngine
import Lessons
import PromiseLog
import PromiseTrace
import ScenarioStage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SourceArgument {
  /// The lesson about the run; nil if there is none, for standard input, and for a file that is no log.
  var lesson: Lesson? {
    switch self {
    case .scenario(let scenario): return LessonCatalog.lesson(about: "pscope demo \(scenario.name)")
    case .log("-"): return nil
    case .log(let path):
      // A pipe can be read only once.
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let source = try? Feed(self, arguments: .parse([])).source
      else { return nil }
      var events: [Event] = []
      guard (try? source.read(into: &events, limit: 1)) != nil else { return nil }
      let own = EmbeddedSources.lesson(in: source.header).flatMap { try? LessonFile.lesson($0, path: path) }
      return own ?? LessonCatalog.lesson(about: source.header.program)
    }
  }
}
