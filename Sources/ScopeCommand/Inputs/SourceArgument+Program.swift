// The program that a source is about, as its header says.

import ArgumentParser
import PromiseLog
import PromiseTrace
import ScenarioStage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SourceArgument {
  /// The name of the program, as a log's header has it; nil for standard input, and for a file that is no log.
  var program: String? {
    switch self {
    case .scenario(let scenario): return "pscope demo \(scenario.name)"
    case .log("-"): return nil
    case .log(let path):
      // A pipe can be read only once.
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let source = try? Feed(self, arguments: .parse([])).source
      else { return nil }
      var events: [Event] = []
      return (try? source.read(into: &events, limit: 1)).map { _ in source.header.program }
    }
  }
}
