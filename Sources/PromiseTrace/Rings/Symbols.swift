// The names of executors and threads, which are few and never freed. An event holds only a name's number.

import CPromiseRuntime

/// The process's names of executors and threads, numbered from 1.
///
/// Any thread may call it.
@usableFromInline
package enum Symbols {
  /// The number of the name `inline`.
  @inlinable
  package static var inline: UInt32 { 1 }
  /// The number of the name `main`; those of the global queues follow.
  @inlinable
  package static var firstQueue: UInt32 { 2 }

  /// The predefined names, which let executors be constants.
  private static let standard = [
    "", "inline", "main", "global.background-qos", "global.utility-qos", "global.default-qos",
    "global.user-initiated-qos", "global.user-interactive-qos",
  ]

  private struct Storage {
    var names = standard
    var numbers = Dictionary(uniqueKeysWithValues: zip(standard, UInt32(0)...).dropFirst())
  }

  private static let storage = Lock(Storage(), rank: psSymbolLock)

  /// The number of `name`; equal names have equal numbers.
  ///
  /// Takes a lock and looks up a dictionary: call it once per executor or thread.
  package static func number(of name: String) -> UInt32 {
    storage.withLock { storage in
      if let number = storage.numbers[name] { return number }
      let number = UInt32(truncatingIfNeeded: storage.names.count)
      storage.names.append(name)
      storage.numbers[name] = number
      return number
    }
  }

  /// The name with a number; nil for 0 and unknown numbers.
  package static func name(of number: UInt32) -> String? {
    storage.withLock { number == 0 || number >= $0.names.count ? nil : $0.names[Int(number)] }
  }
}

/// The calling thread's name in logs: `main`, its own name and its number such as `worker 7`, or `thread 7` if it has no name.
func currentThreadName(serial: UInt64) -> String {
  if psIsMainThread() { return "main" }
  var bytes = [CChar](repeating: 0, count: 64)
  psThreadName(&bytes, bytes.count)
  let given = String(decoding: bytes.prefix { $0 != 0 }.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  // A thread without a name of its own has the program's name, and a dispatch worker has that of its first global queue.
  let isNamed = !given.isEmpty && given != ProgramName.current.prefix(15) && !given.contains("qos")
  return isNamed ? "\(given) \(serial)" : "thread \(serial)"
}

/// The running program's name, without its folder.
package enum ProgramName {
  package static let current: String = {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? "program"
  }()
}
