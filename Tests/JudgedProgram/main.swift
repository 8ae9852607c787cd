// A program for JudgedTests to record. Its argument is the name of a situation. Owns what the programs of all vocabularies share.

import Dispatch
import Foundation

struct Oops: Error {}

final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// What lives as long as the program.
nonisolated(unsafe) var keep: [Any] = []

/// Does something after a time in seconds.
func later(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body)
}

/// Ends the program after a time in seconds.
func quit(_ seconds: Double = 0.3) { later(seconds) { exit(0) } }

let files = [
  "Scope": Scope.faults, "Scope+Clean": Scope.clean, "Scope+Awaits": Scope.awaits, "Scope+Locks": Scope.locks,
  "Kit": Kit.programs, "Bolts": Bolts.programs,
]
let words = CommandLine.arguments
guard words.count == 3, let program = files[words[1]]?[words[2]] else {
  fatalError("expected a file and the name of a program, found \(words.dropFirst())")
}
program()
dispatchMain()
