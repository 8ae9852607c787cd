// Reading processes that run. Whatever happens to the reader, the process goes on as if nothing had been.

#if os(Linux)
  import CProcessMemory
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import ProcessMemory

  /// A program with pipes for its input and its output.
  private final class Child {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    var id: Int32 { process.processIdentifier }

    init(_ words: [String], environment: [String: String] = [:]) throws {
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = words
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      (process.standardInput, process.standardOutput) = (input, output)
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit {
      kill(id, SIGKILL)
      kill(id, SIGCONT)
      process.waitUntilExit()
    }

    /// Sends a line; returns the next one that the program prints.
    func ask(_ line: String) -> String {
      try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      var answer = Data()
      while answer.last != UInt8(ascii: "\n") {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        answer += more
      }
      return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func line(_ name: String) -> String {
      let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
      return status.split(separator: "\n").first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) } ?? ""
    }

    var traces: [String] {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count) ?? 0
      return ["VmRSS:", "VmSize:", "Threads:", "TracerPid:", "SigPnd:", "ShdPnd:"].map(line) + ["\(files)"]
    }

    func stop() {
      kill(id, SIGSTOP)
      while !line("State:").contains("T") { usleep(1_000) }
    }
  }

  private func read(_ process: Int32, _ limits: ReadingLimits = ReadingLimits()) throws -> ProcessReading {
    try ProcessReader(process, limits: limits).read { _ in false }
  }

  private func hasMark(_ image: MemoryImage, _ mark: String) -> Bool {
    let mark = Array(mark.utf8)
    return image.regions.contains { region in
      let bytes = UnsafeRawBufferPointer(region.words)
      return bytes.baseAddress.map { bytes_find($0, bytes.count, mark, mark.count) != nil } ?? false
    }
  }

  @Suite(.serialized) struct ProcessReaderTests {
    private static let mark = "a mark in the memory of the child"
    private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    @Test func theMemoryIsReadAndTheProcessGoesOn() throws {
      let child = try Child(["cat"], environment: ["MARK": Self.mark])
      #expect(child.ask("one") == "one")
      let before = child.traces
      let reading = try read(child.id)
      #expect(hasMark(reading.image, Self.mark) && reading.image.isConsistent && !reading.image.isPartial)
      #expect(reading.image.threads.count == 1 && reading.stopped > 0 && reading.bytesRunning == 0)
      let thread = try #require(reading.image.threads.first)
      #expect(reading.image.region(at: thread.stackPointer).map { reading.image.regions[$0].kind } == .stack)
      #expect(child.traces == before)
      #expect(child.ask("two") == "two")
    }

    @Test func whatExceedsTheLimitIsReadWhileItRuns() throws {
      let child = try Child(["cat"], environment: ["MARK": Self.mark])
      #expect(child.ask("one") == "one")
      var limits = ReadingLimits()
      limits.bytesStopped = 16_384
      let reading = try read(child.id, limits)
      #expect(reading.bytesRunning > 0 && !reading.image.isConsistent && !reading.image.isPartial)
      #expect(hasMark(reading.image, Self.mark))
      limits.bytes = 32_768
      let part = try read(child.id, limits)
      #expect(part.image.isPartial && part.bytes <= 32_768)
      #expect(child.ask("two") == "two")
    }

    @Test func aStoppedProcessStaysStopped() throws {
      let child = try Child(["cat"])
      #expect(child.ask("one") == "one")
      child.stop()
      #expect(try read(child.id).image.threads.count == 1)
      // It runs for a moment until it has stopped again.
      for _ in 0..<10_000 where !child.line("State:").contains("T") { usleep(1_000) }
      #expect(child.line("State:").contains("T"))
      kill(child.id, SIGCONT)
      #expect(child.ask("two") == "two")
    }

    @Test func aSecondDebuggerIsRefused() throws {
      let child = try Child(["cat"])
      #expect(child.ask("one") == "one")
      #expect(process_thread_seize(child.id) == 0)
      #expect(
        throws: ProcessError.traced(by: Int32(child.line("TracerPid:").trimmingCharacters(in: .whitespaces)) ?? 0)
      ) {
        try read(child.id)
      }
      _ = process_thread_interrupt(child.id)
      var signal: Int32 = 0
      while process_thread_has_stopped(child.id, &signal) == 0 { usleep(100) }
      #expect(process_thread_continue(child.id, signal) == 0)
    }

    /// The thread that stopped a process ends without continuing it, as when the reader is killed.
    @Test func aProcessGoesOnWhenItsReaderEnds() throws {
      let child = try Child(["cat"])
      #expect(child.ask("one") == "one")
      let (id, isDone) = (child.id, DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        _ = process_thread_seize(id)
        _ = process_thread_interrupt(id)
        var signal: Int32 = 0
        while process_thread_has_stopped(id, &signal) == 0 { usleep(100) }
        isDone.signal()
      }
      isDone.wait()
      #expect(child.ask("two") == "two")
    }

    @Test func whatCannotBeReadSaysWhy() throws {
      #expect(throws: ProcessError.noSuchProcess) { try read(.max) }
      #expect(throws: ProcessError.kernelThread) {
        let kernel = ProcessStatus.all.first { ProcessStatus(of: $0)?.arguments.isEmpty == true && $0 != 1 }
        guard let kernel, geteuid() == 0 else { throw ProcessError.kernelThread }
        return try read(kernel)
      }
      let child = try Child(["true"])
      for _ in 0..<1_000 where ProcessStatus(of: child.id)?.isZombie == false { usleep(1_000) }
      #expect(throws: (any Error).self) { try read(child.id) }
    }

    @Test func readingCanBeCanceled() throws {
      let child = try Child(["cat"])
      #expect(child.ask("one") == "one")
      #expect(throws: ProcessError.canceled) {
        try ProcessReader(child.id, isCanceled: { true }).read { _ in false }
      }
      #expect(child.ask("two") == "two")
    }

    /// Threads start and end all the time, and the process executes nothing between two instructions that a reader sees.
    @Test(.enabled(if: hasPython)) func threadsThatComeAndGoAreStopped() throws {
      let script = """
        import sys, threading, time
        def brief():
            time.sleep(0.0005)
        def many():
            while True:
                t = [threading.Thread(target=brief) for _ in range(8)]
                [x.start() for x in t]; [x.join() for x in t]
        threading.Thread(target=many, daemon=True).start()
        for line in sys.stdin: print(line, end="", flush=True)
        """
      let child = try Child(["python3", "-c", script])
      #expect(child.ask("one") == "one")
      for round in 0..<20 {
        #expect(try !read(child.id).image.regions.isEmpty)
        #expect(child.ask("\(round)") == "\(round)")
      }
    }

    /// A thread that waits for the process it starts cannot be stopped; here, that process waits for a named pipe.
    @Test(.enabled(if: hasPython)) func aThreadThatDoesNotStopLeavesNoProof() throws {
      let script = """
        import ctypes, os, sys, tempfile, threading, time
        c = ctypes.CDLL(None); pipe = os.path.join(tempfile.mkdtemp(), "pipe"); os.mkfifo(pipe)
        actions = ctypes.create_string_buffer(256); c.posix_spawn_file_actions_init(actions)
        c.posix_spawn_file_actions_addopen(actions, 0, pipe.encode(), os.O_RDONLY, 0)
        words = (ctypes.c_char_p * 2)(b"true", None)
        def start(): c.posix_spawn(ctypes.byref(ctypes.c_int()), b"/bin/true", actions, None, words, None)
        threading.Thread(target=start, daemon=True).start()
        for line in sys.stdin:
            while not any(" D " in open(f"/proc/self/task/{t}/stat").read() for t in os.listdir("/proc/self/task")): time.sleep(0.01)
            if line == "end\\n": os.close(os.open(pipe, os.O_WRONLY))
            print(line, end="", flush=True)
        """
      let child = try Child(["python3", "-c", script])
      #expect(child.ask("one") == "one")
      let reading = try read(child.id)
      #expect(!reading.image.isConsistent && reading.image.threads.count == 1)
      #expect(child.ask("end") == "end")
    }

    /// Of the system calls that a thread waits in, three return EINTR once, as after SIGSTOP and SIGCONT; see signal(7).
    ///
    /// All others go on.
    @Test(.enabled(if: hasPython)) func theseSystemCallsAreInterrupted() throws {
      let script = """
        import ctypes, errno, os, select, socket, sys, threading, time
        c = ctypes.CDLL(None, use_errno=True)
        class Time(ctypes.Structure): _fields_ = [("s", ctypes.c_long), ("n", ctypes.c_long)]
        class Poll(ctypes.Structure): _fields_ = [("fd", ctypes.c_int), ("e", ctypes.c_short), ("r", ctypes.c_short)]
        r, w = os.pipe(); e = c.epoll_create1(0); buffer = ctypes.create_string_buffer(128)
        p = Poll(r, 1, 0); s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); t = Time(60, 0); word = ctypes.c_int(0)
        seen = set(); waiting = []
        def call(name, f):
            waiting.append(name); ctypes.set_errno(0); f()
            if ctypes.get_errno() == errno.EINTR: seen.add(name)
            else: seen.add(name + "?")
        calls = {"epoll_wait": lambda: c.epoll_wait(e, buffer, 1, -1), "poll": lambda: c.poll(ctypes.byref(p), 1, -1),
          "select": lambda: c.select(0, None, None, None, ctypes.byref(t)), "read": lambda: c.read(r, buffer, 1),
          "nanosleep": lambda: c.nanosleep(ctypes.byref(t), None), "accept": lambda: c.accept(s.fileno(), None, None),
          "sigtimedwait": lambda: c.sigtimedwait(buffer, None, ctypes.byref(t))}
        for n, f in calls.items(): threading.Thread(target=call, args=(n, f), daemon=True).start()
        for line in sys.stdin: time.sleep(0.1); print(len(waiting), *sorted(seen), flush=True)
        """
      let child = try Child(["python3", "-c", script])
      #expect(child.ask("?") == "7")
      #expect(try read(child.id).image.threads.count == 8)
      var answer = ""
      for _ in 0..<50 where answer != "7 epoll_wait sigtimedwait" { answer = child.ask("?") }
      #expect(answer == "7 epoll_wait sigtimedwait")
    }
  }
#endif
