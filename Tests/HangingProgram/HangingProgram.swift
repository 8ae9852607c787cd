// Tasks of Swift that hang. Each wait is marked, `// @`, where `Tests/SwiftHeapTests` expects it. It prints `ready` when all of them wait.

import Foundation
import Synchronization

private let waiting = Mutex<[CheckedContinuation<Int, Never>]>([])

private func answer() async -> Int {
  await withCheckedContinuation { continuation in  // @@@@@
    waiting.withLock { $0.append(continuation) }
  }
}

private func page(_ number: Int) async -> Int {
  let answer = await answer()  // @@@@@
  return number + answer
}

private func all() async -> Int {
  await withTaskGroup(of: Int.self) { group in  // @
    group.addTask { await page(2) }  // @
    group.addTask { await page(3) }  // @
    var sum = 0
    for await number in group { sum += number }  // @
    return sum
  }
}

private func both() async -> Int {
  async let first = page(4)  // @
  async let second = page(5)  // @
  return await first + second  // @
}

/// Whether any thread but the main one is running.
private var otherThreadsRun: Bool {
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return threads.contains { thread in
    let stat = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
    return thread != "\(getpid())" && stat?.split(separator: ")").last?.hasPrefix(" R") ?? false
  }
}

@main struct HangingProgram {
  static func main() {
    let one = Task.detached { await page(1) }  // @
    let tasks = [
      Task.detached { await one.value },  // @
      Task.detached { await all() },  // @
      Task.detached { await both() },  // @
    ]
    let sleeper = Task.detached { try await Task.sleep(for: .seconds(3_600)) }  // @
    while waiting.withLock({ $0.count }) < 5 || otherThreadsRun { usleep(1_000) }
    print("ready")
    fflush(nil)
    withExtendedLifetime((tasks, sleeper)) { while true { sleep(3_600) } }
  }
}
