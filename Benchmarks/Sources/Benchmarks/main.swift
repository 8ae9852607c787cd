// Measures what promises cost. `Benchmarks [suite …] [--rounds N] [--full]`; without a suite, all of them.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Measuring

var rounds = 11
var isFull = false
var wanted: [String] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument == "--rounds" {
    guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else { fail("--rounds wants a number") }
    rounds = number
  } else if argument == "--full" {
    isFull = true
  } else {
    wanted.append(argument)
  }
}

let suites: [(name: String, section: () -> Section)] = [
  ("core", { CoreSuite.section(rounds: rounds) }),
  ("allocations", { AllocationSuite.section() }),
  ("model", { ModelSuite.section(isFull: isFull) }),
]
for name in wanted where !suites.contains(where: { $0.name == name }) {
  fail("there is no suite '\(name)'; there are \(suites.map(\.name).joined(separator: ", "))")
}
for suite in suites where wanted.isEmpty || wanted.contains(suite.name) {
  print(suite.section().markdown + "\n")
}

func fail(_ reason: String) -> Never {
  print("Benchmarks: \(reason)")
  exit(64)
}
