// swift-tools-version: 6.1
import PackageDescription

// ARCHITECTURE.md lists what each target stands on. The products are what an app links: no ncurses, no third-party package.
// `pscope` is an executable target and deliberately not a product, so that clients never fetch its dependencies.

let strict: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

// For the modules in which the tests spend their time: .ci/run compiles everything without optimization but these. Only where the variable is
// set, because a release of a package that has unsafe flags can't be depended on.
let busy: [SwiftSetting] =
  strict + (Context.environment["PROMISESCOPE_BUSY_OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-Xfrontend", "-O"])])

// For a module whose operators have a declaration for each language mode: in Swift 5 mode, the one for Swift 6 can call the other.
// Everything is checked as in Swift 6 mode, with warnings.
let both: [SwiftSetting] = [.swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency")]

let package = Package(
  name: "PromiseScope",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "PromiseScope", targets: ["PromiseScope"]),
    // Trees and findings inside the program that they are about. Apart, because an app rarely ships the model that they need.
    .library(name: "PromiseDiagnostics", targets: ["PromiseDiagnostics"]),
    .library(name: "BoltsFacade", targets: ["BoltsFacade"]),
    .library(name: "PromiseKitFacade", targets: ["PromiseKitFacade"]),
    // For the tests of an app, in any vocabulary; it imports Testing and XCTest.
    .library(name: "PromiseTesting", targets: ["PromiseTesting"]),
    // For readers of logs and for the benchmarks: the history, and the screen without a terminal.
    .library(
      name: "ChainModel",
      targets: [
        "ChainAnalysis", "ChainExport", "LessonEngine", "ChainModel", "PlainText", "PromiseLog", "PromiseTrace",
      ]),
    .library(name: "ChainScreen", targets: ["Canvas", "ChainCast", "ChainScreen"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Text for people: what is shown of it, in how many columns; numbers and durations.
    .target(name: "PlainText", swiftSettings: busy),

    // In C: a thread's state, the clock, fork, and hooks into Dispatch and the Swift runtime.
    .target(name: "CPromiseRuntime"),

    // What happened: events, clock, rings, the writer of logs.
    .target(name: "PromiseTrace", dependencies: ["CPromiseRuntime", "PlainText"], swiftSettings: strict),
    // The reader of logs: apart, because an app only writes one.
    .target(name: "PromiseLog", dependencies: ["PlainText", "PromiseTrace"], swiftSettings: busy),

    // The promise, and the vocabulary an app imports.
    .target(name: "PromiseCore", dependencies: ["CPromiseRuntime", "PromiseTrace"], swiftSettings: strict),
    .target(
      name: "PromiseScope",
      dependencies: ["CPromiseRuntime", "PromiseCore", "PromiseTrace"], swiftSettings: strict + both),

    // The peers' own vocabularies, over the core and never over each other.
    .target(
      name: "BoltsFacade", dependencies: ["CPromiseRuntime", "PromiseCore", "PromiseTrace"], swiftSettings: strict),
    .target(name: "PromiseKitFacade", dependencies: ["PromiseCore", "PromiseTrace"], swiftSettings: strict),

    // Facts in, history out.
    .target(name: "ChainModel", dependencies: ["PlainText", "PromiseLog", "PromiseTrace"], swiftSettings: busy),
    // A history in, answers out: findings, reasons, times.
    .target(
      name: "ChainAnalysis", dependencies: ["ChainModel", "PlainText", "PromiseLog", "PromiseTrace"],
      swiftSettings: strict),
    // Lines of a log in, broken rules of its format out.
    .target(name: "LogLint", dependencies: ["PlainText", "PromiseLog", "PromiseTrace"], swiftSettings: strict),
    // A history in, a lesson out: the story, the questions, the quiz.
    .target(
      name: "LessonEngine", dependencies: ["ChainAnalysis", "ChainModel", "PlainText", "PromiseTrace"],
      swiftSettings: strict),
    .target(
      name: "ChainExport",
      dependencies: [
        "CCarriedFiles", "ChainAnalysis", "LessonEngine", "ChainModel", "PlainText", "PromiseLog", "PromiseTrace",
      ],
      exclude: ["page.html", "page.css", "words.js", "run.js", "rows.js", "list.js", "panes.js", "main.js"].map {
        "Formats/Page/\($0)"
      }, swiftSettings: strict),

    // The memory of a process that was not prepared for it. In C: stopping its threads.
    .target(name: "CProcessMemory"),
    .target(name: "ProcessMemory", dependencies: ["CProcessMemory", "PromiseTrace"], swiftSettings: busy),
    // The promises of Node in such a memory, and the tasks of CPython and of Swift.
    .target(name: "V8Heap", dependencies: ["PlainText", "ProcessMemory", "PromiseTrace"], swiftSettings: busy),
    .target(
      name: "SwiftHeap", dependencies: ["CPromiseRuntime", "ProcessMemory", "PromiseTrace"], swiftSettings: busy),
    .target(name: "PythonHeap", dependencies: ["ProcessMemory", "PromiseTrace"], swiftSettings: busy),

    // What is wrong in the program that runs.
    .target(
      name: "PromiseDiagnostics",
      dependencies: ["ChainAnalysis", "ChainModel", "CPromiseRuntime", "PlainText", "PromiseLog", "PromiseTrace"],
      swiftSettings: strict),

    // A test that fails because of what it does to its promises. Only test targets may depend on it.
    .target(
      name: "PromiseTesting",
      dependencies: ["ChainAnalysis", "ChainModel", "CPromiseRuntime", "PlainText", "PromiseCore", "PromiseTrace"],
      swiftSettings: strict),

    // The screen.
    .target(name: "Canvas", dependencies: ["PlainText"], swiftSettings: busy),
    .target(
      name: "ChainScreen",
      dependencies: [
        "Canvas", "ChainAnalysis", "LessonEngine", "ChainModel", "PlainText", "PromiseLog", "PromiseTrace",
      ],
      swiftSettings: strict),
    // The screen as a recording of a terminal.
    .target(
      name: "ChainCast",
      dependencies: ["Canvas", "ChainExport", "ChainModel", "ChainScreen", "PlainText", "PromiseLog", "PromiseTrace"],
      swiftSettings: strict),
    .systemLibrary(
      name: "CNcurses", path: "CNcurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .target(name: "CTerminal", swiftSettings: strict),
    .target(
      name: "CursesTerminal", dependencies: ["Canvas", "CNcurses", "CTerminal", "PlainText"], swiftSettings: strict),

    // The demos and the command.
    .target(
      name: "ScenarioStage", dependencies: ["PlainText", "PromiseCore", "PromiseTrace"],
      path: "demos/ScenarioStage", swiftSettings: strict),
    .target(
      name: "Scenarios",
      dependencies: [
        "PlainText", "PromiseScope", "ScenarioStage",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "demos/Scenarios", swiftSettings: strict),
    .target(
      name: "FaultScenarios", dependencies: ["PlainText", "PromiseScope", "ScenarioStage", "Scenarios"],
      path: "demos/FaultScenarios",
      swiftSettings: strict),
    .target(
      name: "PromiseKitScenarios", dependencies: ["PlainText", "PromiseKitFacade", "ScenarioStage"],
      path: "demos/PromiseKitScenarios", swiftSettings: strict),
    .target(
      name: "BoltsScenarios", dependencies: ["BoltsFacade", "PlainText", "ScenarioStage"],
      path: "demos/BoltsScenarios", swiftSettings: strict),
    .target(
      name: "DemoCatalog",
      dependencies: [
        "BoltsScenarios", "FaultScenarios", "PlainText", "PromiseKitScenarios", "ScenarioStage", "Scenarios",
      ],
      path: "demos/DemoCatalog", swiftSettings: strict),
    // The lessons, each a file that names the scenario that it uses, and the reader of such files.
    .target(
      name: "Lessons",
      dependencies: [
        "LessonEngine", "PlainText", "PromiseTrace", .product(name: "Yams", package: "Yams"),
      ],
      path: "demos/Lessons", exclude: ["Files", "Programs"], swiftSettings: strict, plugins: ["CarryFiles"]),
    .target(name: "CFileTimes"),
    .target(name: "CSignalWitness"),
    // The files that the command carries, compiled in as they are, so that it stays one file: single ones, and whole folders.
    .target(name: "CCarriedFiles"),
    .plugin(name: "CarryFiles", capability: .buildTool()),
    // Reads compressed logs; in the command only.
    .systemLibrary(name: "CZlib", path: "Sources/CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .executableTarget(
      name: "pscope",
      dependencies: [
        "CCarriedFiles", "CFileTimes", "CProcessMemory", "CSignalWitness", "CZlib",
        "Canvas", "ChainAnalysis", "ChainCast", "ChainExport", "LessonEngine", "ChainModel", "ChainScreen",
        "CursesTerminal", "DemoCatalog", "Lessons", "LogLint", "PlainText", "ProcessMemory", "PromiseLog",
        "PromiseTrace", "PythonHeap", "SwiftHeap", "V8Heap",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Yams", package: "Yams"),
      ],
      path: "Sources/ScopeCommand", swiftSettings: strict, plugins: ["CarryFiles"]),

    // Tests mirror the modules. What several of them use knows no vocabulary.
    .target(
      name: "TestSupport", dependencies: ["ProcessMemory", "PromiseCore", "PromiseTrace"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "PlainTextTests", dependencies: ["PlainText", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PromiseTraceTests", dependencies: ["CPromiseRuntime", "PlainText", "PromiseTrace", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PromiseLogTests", dependencies: ["PlainText", "PromiseLog", "PromiseTrace", "TestSupport"],
      swiftSettings: strict),
    // A program that is recorded, by tests only: no product.
    .executableTarget(
      name: "RecordedProgram", dependencies: ["PromiseDiagnostics", "PromiseScope"], path: "Tests/RecordedProgram",
      swiftSettings: strict),
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "ChainAnalysis", "PromiseDiagnostics", "PromiseLog", "PromiseTrace", "RecordedProgram", "TestSupport",
      ],
      swiftSettings: strict),
    // Programs with and without faults, each recorded in a process of its own.
    .executableTarget(
      name: "JudgedProgram", dependencies: ["PromiseScope", "PromiseKitFacade", "BoltsFacade"],
      path: "Tests/JudgedProgram", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "JudgedTests",
      dependencies: ["ChainAnalysis", "ChainModel", "PromiseLog", "PromiseTrace", "JudgedProgram", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PromiseCoreTests", dependencies: ["CPromiseRuntime", "PromiseCore", "PromiseTrace", "TestSupport"],
      swiftSettings: strict),
    // Promises/A+ once, over an adapter for each vocabulary.
    .testTarget(
      name: "APlusTests",
      dependencies: ["BoltsFacade", "PromiseCore", "PromiseKitFacade", "PromiseScope", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PromiseScopeTests",
      dependencies: ["PromiseScope", "PromiseTesting", "PromiseTrace", "ChainModel", "ChainAnalysis", "TestSupport"],
      swiftSettings: strict),
    // Calls the compiler with programs that it generates. The table of calls is not part of the module.
    .testTarget(
      name: "CallShapesTests", dependencies: ["PromiseScope", "TestSupport"], exclude: ["Table"], swiftSettings: strict),
    .testTarget(
      name: "BoltsFacadeTests", dependencies: ["BoltsFacade", "PromiseTesting", "PromiseTrace", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PromiseKitFacadeTests",
      dependencies: ["PromiseKitFacade", "PromiseTesting", "PromiseTrace", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProcessMemoryTests", dependencies: ["CProcessMemory", "ProcessMemory", "PromiseTrace", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PythonHeapTests", dependencies: ["ProcessMemory", "PromiseTrace", "PythonHeap", "TestSupport"],
      exclude: ["Programs"], swiftSettings: strict),
    // A program whose tasks hang.
    .executableTarget(name: "HangingProgram", path: "Tests/HangingProgram", swiftSettings: strict),
    // A program whose promises hang.
    .executableTarget(
      name: "HangingPromises", dependencies: ["PromiseScope", "PromiseTrace"], path: "Tests/HangingPromises",
      swiftSettings: strict),
    .testTarget(
      name: "SwiftHeapTests",
      dependencies: ["HangingProgram", "HangingPromises", "ProcessMemory", "PromiseTrace", "SwiftHeap", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "V8HeapTests", dependencies: ["PlainText", "ProcessMemory", "PromiseTrace", "TestSupport", "V8Heap"],
      exclude: ["Programs"], swiftSettings: strict),
    .testTarget(
      name: "ChainModelTests", dependencies: ["ChainModel", "PromiseLog", "PromiseTrace", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ChainAnalysisTests",
      dependencies: [
        "ChainAnalysis", "ChainModel", "PlainText", "PromiseCore", "PromiseLog", "PromiseScope", "PromiseTrace",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "LogLintTests",
      dependencies: [
        "ChainExport", "DemoCatalog", "LogLint", "PromiseLog", "PromiseTrace", "ScenarioStage", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PromiseTestingTests",
      dependencies: ["ChainModel", "PromiseLog", "PromiseScope", "PromiseTesting", "PromiseTrace", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LessonEngineTests",
      dependencies: ["LessonEngine", "ChainModel", "PlainText", "PromiseLog", "PromiseTrace", "TestSupport"],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "ChainExportTests",
      dependencies: [
        "ChainAnalysis", "ChainExport", "ChainModel", "PlainText", "PromiseLog", "PromiseTrace", "TestSupport",
      ],
      exclude: ["Golden"], swiftSettings: strict),
    // Everything that a reader does with a log, for tests and for the package in `Fuzz`.
    .target(
      name: "LogFuzzing",
      dependencies: [
        "Canvas", "ChainAnalysis", "ChainExport", "LessonEngine", "ChainModel", "ChainScreen", "PlainText",
        "PromiseLog", "PromiseTrace",
      ],
      path: "Tests/LogFuzzing", swiftSettings: strict),
    .testTarget(name: "LogFuzzingTests", dependencies: ["LogFuzzing"], swiftSettings: strict),
    .testTarget(name: "CanvasTests", dependencies: ["Canvas", "PlainText", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ChainCastTests",
      dependencies: [
        "Canvas", "ChainCast", "ChainExport", "ChainModel", "ChainScreen", "PlainText", "PromiseLog", "PromiseTrace",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CursesTerminalTests", dependencies: ["CNcurses", "CursesTerminal", "Canvas", "TestSupport"],
      swiftSettings: strict),
    // A program that shows the events of its terminal, by tests only: no product.
    .executableTarget(
      name: "TerminalProgram", dependencies: ["Canvas", "CursesTerminal", "PlainText"], path: "Tests/TerminalProgram",
      swiftSettings: strict),
    .testTarget(
      name: "ChainScreenTests",
      dependencies: [
        "ChainScreen", "Canvas", "ChainAnalysis", "LessonEngine", "ChainModel", "PlainText", "PromiseLog",
        "PromiseTrace",
        "TestSupport",
      ],
      exclude: ["Pictures"], swiftSettings: strict),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "ChainAnalysis", "ChainModel", "DemoCatalog", "PlainText", "PromiseLog", "PromiseScope", "PromiseTrace",
        "Scenarios",
        "TestSupport",
      ],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "LessonsTests",
      dependencies: [
        "LessonEngine", "DemoCatalog", "Lessons", "PlainText", "PromiseLog", "PromiseTrace", "ScenarioStage",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ChainAnalysis", "ChainExport", "LessonEngine", "ChainScreen", "DemoCatalog", "Lessons",
        "PlainText",
        "HangingPromises", "ProcessMemory", "pscope", "RecordedProgram", "TerminalProgram", "TestSupport",
      ],
      exclude: ["Journeys"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// `PROMISESCOPE_TESTS=PromiseCoreTests,ChainModelTests swift test` builds only these test targets and what they need. The sanitizers and
// the mutants compile everything once more, and need half of it.
if let tests = Context.environment["PROMISESCOPE_TESTS"] {
  var targets: Set<String> = []
  var packages: Set<String> = []
  var names = tests.split(separator: ",").map(String.init)
  while let name = names.popLast() {
    guard targets.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
      continue
    }
    if target.plugins?.isEmpty == false { names.append("CarryFiles") }
    for dependency in target.dependencies {
      switch dependency {
      case .byNameItem(let name, _): names.append(name)
      case .productItem(_, let package?, _, _): packages.insert(package)
      default: break
      }
    }
  }
  package.targets.removeAll { !targets.contains($0.name) }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
    return !packages.contains { location.hasSuffix("/" + $0) }
  }
  package.products = []
}
