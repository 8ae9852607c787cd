// A program that is recorded, for RecordingTests: each word of its arguments is a step. Owns the ways in which programs are unkind to
// a recorder: fork, exit from two threads, floods, signals of their own. Refuses to look at the log.

import Foundation
import PromiseScope

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Not imported: Swift's own advice against it is what makes it worth a test.
@_silgen_name("fork") func forkProcess() -> pid_t

/// Says a line on standard output at once.
func say(_ text: String) {
  print(text)
  fflush(nil)
}

struct Refused: Error {}

/// Three events each: created, settled, released.
func settle(_ count: Int) {
  for number in 0..<count { _ = Promise(number) }
}

/// Promises that are never settled, so that nothing of them is released.
nonisolated(unsafe) var kept: [Promise<Int>] = []

/// Starts threads that record as fast as they can, for ever.
func flood(threads: Int) {
  for _ in 0..<threads { startThread { while true { settle(1_000) } } }
}

/// Starts a thread of this program's own.
func startThread(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

func waitForChild(_ child: pid_t) {
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0, errno == EINTR {}
  say("child \(child) ended with \(status)")
}

/// Runs the rest of the arguments in another process.
func spawn(_ words: ArraySlice<String>) -> pid_t {
  var process: pid_t = 0
  let program = CommandLine.arguments[0]
  var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
  posix_spawn(&process, program, nil, nil, &arguments, environ)
  return process
}

var words = CommandLine.arguments.dropFirst()
@MainActor func number() -> Int { words.popFirst().flatMap { Int($0) } ?? 0 }

while let word = words.popFirst() {
  switch word {
  case "settle": settle(number())
  case "keep": for number in 0..<number() { kept.append(Promise<Int>().named("kept \(number)")) }
  case "fulfill": for promise in kept { promise.fulfill(1) }
  case "reject": Promise<Int>(Refused()).catch { _ in }
  case "fork":
    let child = forkProcess()
    if child != 0 {
      waitForChild(child)
      exit(0)
    }
  case "daemon":
    // The parent ends at once.
    if forkProcess() != 0 { exit(0) }
    setsid()
    chdir("/")
  case "spawn":
    waitForChild(spawn(words))
    exit(0)
  case "start":
    let path = words.popFirst() ?? ""
    let overflow = OverflowPolicy(rawValue: words.popFirst() ?? "") ?? .count
    do { try Recording.start(to: path, overflow: overflow, bufferBytes: number()) } catch { say("\(error)") }
  case "stop": Recording.current?.stop()
  case "flush": say("flushed \(Recording.current?.flush(timeout: 30) ?? false)")
  case "say": say(words.popFirst() ?? "")
  // Until standard input says a line, or ends.
  case "wait": _ = readLine()
  case "flood": flood(threads: number())
  case "exit-twice":
    // Two threads in `exit` at once; main comes third.
    for _ in 0..<2 { startThread { exit(0) } }
    exit(0)
  case "take-signal":
    // A program that takes a signal when it likes blocks it everywhere.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Recording.current?.flush()
    kill(getpid(), SIGTERM)
    // While this thread waits, the signal would go to any thread that does not block it.
    usleep(20_000)
    var taken: Int32 = 0
    sigwait(&signals, &taken)
    say("took \(taken)")
  case "close-files": for file in 3..<256 as Range<Int32> { close(file) }
  case "dump-on-signal": dumpTree(on: SIGUSR1)
  case "memory":
    var usage = rusage()
    getrusage(0, &usage)
    // KiB on Linux, bytes on macOS.
    say("\(usage.ru_maxrss)")
  case "address-space":
    // In KiB, of a program that does as much as the recorded one.
    settle(1_000)
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").first
    say("\((pages.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1024)")
  case "dump": dumpTree(to: 1)
  default: say("no step is called \(word)")
  }
}
