// One file, one process: forked children, programs that inherit PROMISESCOPE, two processes with one path. And how a process ends.

import PromiseTrace
import Testing

@Suite("recording and processes", .serialized)
struct ProcessTests {
  @Test("a forked child ends, and records to a log of its own")
  func fork() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" keep 2 settle 10 flush fork settle 5 fulfill"#)
    defer { shell.remove() }
    #expect(shell.output.hasSuffix("ended with 0\n") && shell.code == 0)
    #expect(shell.logs == ["run.PID.ndjson", "run.ndjson"])
    let (parent, child) = (try shell.log("run.ndjson"), try shell.log("run.PID.ndjson"))
    #expect(parent.count(.created) == 12 && parent.count(.fulfilled) == 10 && parent.isEnded)
    // The parent's promises keep their numbers, and the child's get others.
    #expect(child.count(.created) == 5 && child.count(.fulfilled) == 7 && child.isEnded)
    let (old, new) = (
      Set(parent.events.map(\.promise)), Set(child.events.filter { $0.kind == .created }.map(\.promise))
    )
    #expect(old.isDisjoint(with: new))
    #expect(child.events.filter { $0.kind == .fulfilled }.count { old.contains($0.promise) } == 2)
    #expect(parent.header.pid != child.header.pid && parent.diagnostics.isEmpty && child.diagnostics.isEmpty)
    // Said once.
    #expect(shell.errors.split(separator: "\n").count == 1 && shell.errors.contains("records to"))
  }

  @Test("a daemon leaves its parent's log alone, and finds the folder that it was started in")
  func daemon() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson "$P" settle 10 daemon settle 5 stop say done >out; while ! grep -q done out; do sleep 0.05; done"#
    )
    defer { shell.remove() }
    #expect(shell.logs == ["run.PID.ndjson", "run.ndjson"])
    #expect(try shell.log("run.ndjson").count(.created) == 10 && shell.log("run.ndjson").isEnded)
    #expect(try shell.log("run.PID.ndjson").count(.created) == 5 && shell.log("run.PID.ndjson").isEnded)
  }

  @Test("a daemon that forks before its first promise has the log to itself")
  func daemonFirst() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson "$P" daemon settle 5 stop say done >out; while ! grep -q done out; do sleep 0.05; done"#
    )
    defer { shell.remove() }
    #expect(shell.logs == ["run.ndjson"] && shell.errors.isEmpty)
    #expect(try shell.log("run.ndjson").count(.created) == 5)
  }

  @Test("a program that inherits PROMISESCOPE does not touch the log of the one that started it, ended or not")
  func inherited() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson "$P" settle 10 spawn settle 5; PROMISESCOPE=run.ndjson "$P" settle 3"#)
    defer { shell.remove() }
    #expect(shell.logs == ["run.PID.ndjson", "run.ndjson"])
    #expect(try shell.log("run.PID.ndjson").count(.created) == 5)
    // A later run replaces the log, as ever.
    #expect(try shell.log("run.ndjson").count(.created) == 3)
    let later = try Shell(
      #"PROMISESCOPE=$PWD/run.ndjson "$P" settle 10 stop daemon spawn settle 5 >out; while ! grep -q ended out; do sleep 0.05; done"#
    )
    defer { later.remove() }
    #expect(later.logs == ["run.PID.ndjson", "run.ndjson"])
    #expect(try later.log("run.ndjson").count(.created) == 10)
  }

  @Test("of two processes with one path, the later one writes beside it")
  func twoProcesses() throws {
    let shell = try Shell(
      #"""
      export PROMISESCOPE=run.ndjson
      mkfifo go; "$P" settle 10 flush wait <go >out & exec 3>go
      while ! grep -q flushed out; do sleep 0.05; done
      env -u PROMISESCOPE_SINCE "$P" settle 5
      exec 3>&-; wait
      """#)
    defer { shell.remove() }
    #expect(shell.logs == ["run.PID.ndjson", "run.ndjson"])
    #expect(try shell.log("run.ndjson").count(.created) == 10 && shell.log("run.ndjson").isEnded)
    #expect(try shell.log("run.PID.ndjson").count(.created) == 5 && shell.log("run.PID.ndjson").isEnded)
    #expect(shell.errors.split(separator: "\n").count == 1)
  }

  @Test("threads that exit together leave the whole log")
  func exitTwice() throws {
    for _ in 0..<5 {
      let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 2000 exit-twice"#)
      defer { shell.remove() }
      let log = try shell.log("run.ndjson")
      #expect(log.count(.created) == 2_000 && log.isEnded && shell.code == 0)
    }
  }

  @Test("what was flushed is in the log of a program that is killed")
  func killed() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 100 flush take-signal say unused; kill -9 $$"#)
    defer { shell.remove() }
    #expect(try shell.log("run.ndjson").count(.created) == 100)
  }

  @Test("the recorder's thread takes no signal of the program's")
  func signals() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 100 take-signal"#)
    defer { shell.remove() }
    #expect(shell.output == "took 15\n" && shell.code == 0)
    #expect(try shell.log("run.ndjson").isEnded)
  }

  @Test("a program that closes every file ends the recording, and finds nothing of it in files of its own")
  func closesFiles() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" settle 100 flush close-files settle 100 say alive"#)
    defer { shell.remove() }
    #expect(shell.output == "flushed true\nalive\n" && shell.code == 0)
    #expect(shell.errors.contains("the program closed the file"))
    #expect(try shell.log("run.ndjson").count(.created) == 100)
  }

  @Test("a word that is no choice is named, and the default is used")
  func choices() throws {
    let shell = try Shell(
      #"PROMISESCOPE=run.ndjson PROMISESCOPE_OVERFLOW=block PROMISESCOPE_VALUES=all "$P" settle 1"#)
    defer { shell.remove() }
    #expect(shell.errors.contains(#"PROMISESCOPE_OVERFLOW: expected one of count, wait, found "block""#))
    #expect(shell.errors.contains(#"PROMISESCOPE_VALUES: expected one of off, type, preview, found "all""#))
    #expect(try shell.log("run.ndjson").isEnded)
  }

  @Test("without values, a rejection shows its type and nothing else")
  func types() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" reject settle 1"#)
    defer { shell.remove() }
    let log = try shell.log("run.ndjson")
    let rejected = log.events.filter { $0.kind == .rejected }
    #expect(!rejected.isEmpty && rejected.allSatisfy { log.texts[$0.type] == "Refused" && $0.text == .none })
    #expect(log.header.values == .off && log.events.allSatisfy { $0.kind != .fulfilled || $0.text == .none })
  }
}
