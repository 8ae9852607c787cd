// Measures the cost of promises: `Benchmarks [suite …] [--rounds N] [--full] [--write FILE]`; runs all suites by default. The
// program calls itself with `--row TABLE:NUMBER` to measure one row. Owns the list of suites and the arguments.

import Measuring

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

var rounds = 11
var isFull = false
var wanted: [String] = []
var path: String?
var row: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--rounds":
    guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
      fail("--rounds: expected a number above 0")
    }
    rounds = number
  case "--write":
    guard let file = arguments.popFirst() else { fail("--write: expected a file") }
    path = file
  case "--row":
    guard let name = arguments.popFirst() else { fail("--row: expected a table and a number, as in core:3") }
    row = name
  case "--full": isFull = true
  default: wanted.append(argument)
  }
}

let suites: [(name: String, section: () -> Section)] = [
  ("core", { CoreSuite.section(rounds: rounds) }),
  ("growth", { GrowthSuite.section() }),
  ("trace", { TraceSuite.section(rounds: rounds) }),
  ("allocations", { AllocationSuite.section() }),
  ("screen", { ScreenSuite.section() }),
  ("export", { ExportSuite.section() }),
  ("consumers", { ConsumerSuite.section(isFull: isFull) }),
  ("model", { ModelSuite.section(isFull: isFull) }),
  ("check", { CheckSuite.section() }),
]
if let row {
  guard let outcomes = Rows.outcomes(row, rounds: rounds) else { fail("there is no row '\(row)'") }
  print(outcomes)
  exit(0)
}
for name in wanted where !suites.contains(where: { $0.name == name }) {
  fail("expected a suite (\(suites.map(\.name).joined(separator: ", "))), found '\(name)'")
}
#if DEBUG
  tell("this is a debug build; its figures are meaningless")
#endif

var report = Report(introduction: Introduction.text, commands: Introduction.commands(wanted, rounds: rounds))
let chosen = suites.filter { wanted.isEmpty || wanted.contains($0.name) }
for suite in chosen {
  tell("\(suite.name) …")
  // Each suite runs in a separate process, so that it does not reuse memory of another one.
  let options = ["--rounds", "\(rounds)"] + (isFull ? ["--full"] : [])
  guard let markdown = chosen.count == 1 ? suite.section().markdown : output(of: [suite.name] + options) else {
    fail("the suite '\(suite.name)' failed")
  }
  print(markdown + "\n")
  report.sections.append(markdown)
}
if let path, let problem = report.write(to: path) { fail(problem) }

func fail(_ reason: String) -> Never {
  tell(reason)
  exit(64)
}
