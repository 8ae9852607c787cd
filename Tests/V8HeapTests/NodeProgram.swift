// A program of this folder that runs in one of the installed versions of Node, and hangs.

import Foundation
import ProcessMemory
import PromiseTrace
import TestSupport
import V8Heap

/// The versions of Node that are installed, as commands.
let nodes: [String] = ["node18", "node20", "node22", "node24"].filter { name in
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
  }
}

let programs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Programs")

/// The memory of a program at the moment at which it has printed `ready`.
func memory(of program: String, _ node: String) throws -> MemoryImage {
  try whileReady("/usr/bin/env", [node, programs.appending(path: program).path]) { process in
    try ProcessReader(process).read { HeapReading.needs(symbol: $0) }.image
  }
}

/// What a reading says about the lines of a file.
struct ReadLines: Equatable {
  /// Lines at which a function waits, each as often as one does.
  var waiting: [Int] = []
  /// Those of them at which it waits for what nothing can settle.
  var hopeless: [Int] = []

  init(_ reading: HeapReading, file: String) {
    let released = reading.events.filter { $0.kind == .released || $0.kind == .noted }.map(\.promise)
    let hopeless = Set(released)
    for event in reading.events where event.kind == .awaiting && reading.texts[event.site.file]?.hasSuffix(file) == true
    {
      waiting.append(Int(event.site.line))
      if hopeless.contains(event.peer) { self.hopeless.append(Int(event.site.line)) }
    }
    waiting.sort()
    self.hopeless.sort()
  }

  /// What the marks in a file expect: `/*@*/` for each wait of a line, `/*!*/` for a hopeless one.
  init(marksOf file: String) throws {
    let text = try String(contentsOf: programs.appending(path: file), encoding: .utf8)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for mark in line.matches(of: /\/\*([@!]+)\*\//).flatMap({ $0.output.1 }) {
        waiting.append(index + 1)
        if mark == "!" { hopeless.append(index + 1) }
      }
    }
  }
}
