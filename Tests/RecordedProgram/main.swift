// A program for RecordingTests to record. Each of its arguments is a step, such as `fork` or `settle 100`. Owns the situations that are
// hard for a recording: fork, exit from two threads, sudden ends, floods of events, the program's own signals.

import Dispatch
import Foundation
import PromiseDiagnostics
import PromiseScope

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Declared here, because Swift's overlay marks it unavailable; other languages in a program may still call it.
@_silgen_name("fork") func forkProcess() -> pid_t

/// Prints a line on standard output, unbuffered.
func say(_ text: String) {
  print(text)
  fflush(nil)
}

struct Refused: Error {}

/// Settles promises with three events each: `created`, `fulfilled`, `released`.
func settle(_ count: Int) {
  for number in 0..<count { _ = Promise(number) }
}

/// The helper through which all requests go.
@inline(never) func get() -> Promise<Int> {
  let request = Promise<Int>()
  defer { kept.append(request) }
  return request
}

struct Inbox {
  @inline(never) private func load() {
    _ = get()
    say("loads")
  }

  @inline(never) func refresh() {
    load()
    say("refreshes")
  }

  func answer() {
    kept.append(Promise { () async -> Int in await withCheckedContinuation { continuations.append($0) } })
  }
}

/// Calls one of the closures with which a body settles its promise.
@inline(never) func answer(_ number: Int, with promise: Promise<Int>) {
  let body = Promise<Int>(on: .inline) { fulfill, reject in
    if number == 0 {
      reject(Refused())
      return say("rejects")
    }
    fulfill(1)
    say("fulfills")
  }
  kept += [promise, body]
  guard number > 0 else { return }
  promise.fulfill(2)
  say("settles")
}

/// Promises that stay alive until the program ends.
nonisolated(unsafe) var kept: [Promise<Int>] = []

/// Continuations that nothing resumes.
nonisolated(unsafe) var continuations: [CheckedContinuation<Int, Never>] = []

/// Starts threads that emit events forever, as fast as they can.
func flood(threads: Int) {
  for _ in 0..<threads { startThread { while true { settle(1_000) } } }
}

/// Settles promises on several threads with small stacks, and waits for their end.
func settle(_ count: Int, threads: Int, stackSize: Int) {
  let left = DispatchSemaphore(value: 0)
  for _ in 0..<threads {
    let thread = Thread {
      settle(count)
      left.signal()
    }
    thread.stackSize = stackSize
    thread.start()
  }
  for _ in 0..<threads { left.wait() }
}

/// Starts a thread of the program.
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
  case "refresh": Inbox().refresh()
  case "answer": for number in 0..<2 { answer(number, with: Promise<Int>()) }
  case "continue": Inbox().answer()
  case "drop": _ = Promise<Int>().named("dropped")
  case "fork":
    let child = forkProcess()
    if child != 0 {
      waitForChild(child)
      exit(0)
    }
  case "daemon":
    // The parent exits immediately.
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
  case "start-limited":
    // A size in bytes, then permissions in octal.
    let path = words.popFirst() ?? ""
    let (limit, mode) = (number(), words.popFirst().flatMap { Int($0, radix: 8) } ?? Recording.mode)
    do { try Recording.start(to: path, limit: limit, mode: mode) } catch { say("\(error)") }
  case "stop": Recording.current?.stop()
  case "flush": say("flushed \(Recording.current?.flush(timeout: 30) ?? false)")
  case "say": say(words.popFirst() ?? "")
  // Waits for a line on standard input, or for its end.
  case "wait": _ = readLine()
  case "flood": flood(threads: number())
  case "note":
    // Lines of about a kilobyte.
    let label = String(repeating: "\u{7}", count: 120)
    for _ in 0..<number() { _ = Promise(1).named(label) }
  case "nap": usleep(UInt32(number()) * 1_000)
  case "step-clock": stepClock(seconds: number())
  case "stop-clock": stopClock()
  case "exec":
    var arguments: [UnsafeMutablePointer<CChar>?] = ([CommandLine.arguments[0]] + words).map { strdup($0) } + [nil]
    execv(CommandLine.arguments[0], &arguments)
  case "load": say(dlopen(words.popFirst() ?? "", RTLD_NOW) == nil ? "\(String(cString: dlerror()))" : "loaded")
  case "is-secure": say(isSecure ? "secure" : "ordinary")
  case "end-now": _exit(3)
  case "abort": abort()
  case "trap": fatalError("a trap")
  case "exit-twice":
    // Two threads call `exit` at the same time, then the main thread.
    for _ in 0..<2 { startThread { exit(0) } }
    exit(0)
  case "take-signal":
    // A program that receives a signal with `sigwait` blocks it in all threads.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Recording.current?.flush()
    kill(getpid(), SIGTERM)
    // While this thread waits, the signal would be delivered to any thread that does not block it.
    usleep(20_000)
    var taken: Int32 = 0
    sigwait(&signals, &taken)
    say("took \(taken)")
  case "say-signals":
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGUSR2] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    say("ready")
    for _ in 0..<number() {
      var taken: Int32 = 0
      sigwait(&signals, &taken)
      say("took \(taken)")
    }
  case "close-files": for file in 3..<256 as Range<Int32> { close(file) }
  case "reopen-files":
    // As a daemon does, but each descriptor then is the same file.
    for file in 0..<256 as Range<Int32> { close(file) }
    for _ in 0..<64 { _ = open("own", O_WRONLY | O_CREAT | O_APPEND, 0o600) }
  case "write-files": for file in 0..<64 as Range<Int32> { _ = write(file, ".", 1) }
  case "settle-on-small-stacks": settle(number(), threads: 300, stackSize: 64 << 10)
  case "dump-on-signal": dumpTree(on: SIGUSR1)
  case "raise": raise(SIGUSR1)
  case "dump-all-on-signal": dumpTree(.all, on: SIGUSR2)
  case "memory":
    var usage = rusage()
    getrusage(0, &usage)
    // KiB on Linux, bytes on macOS.
    say("\(usage.ru_maxrss)")
  case "address-space":
    // In KiB, after the same work as with a recording.
    settle(1_000)
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").first
    say("\((pages.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1024)")
  case "dump": dumpTree(to: 1)
  case "dump-all": dumpTree(.all, to: 1)
  default: say("no step is called \(word)")
  }
}
