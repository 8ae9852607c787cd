// Where logs go: into folders, over the log of an earlier run, through links and descriptors; and who may read them.

@Suite("the files of recordings", .serialized)
struct FileTests {
  @Test func aFolderReceivesOneLogPerProcessAndANumberWhereOneExists() throws {
    let shell = try Shell(
      #"""
      export PROMISESCOPE=logs/
      "$P" settle 1; "$P" settle 2 fork settle 3
      PROMISESCOPE=logs "$P" settle 4
      stat -c %a logs logs/* | sort -u; ls logs | sed 's/[0-9][0-9]*/PID/' | sort | uniq -c | sed 's/^ *//'
      """#)
    #expect(shell.output.hasSuffix("600\n700\n4 RecordedProgram.PID.ndjson\n") && shell.errors.isEmpty)
  }

  @Test("promises, then fork, promises, then exec in one process: three logs", arguments: ["logs/", "run.ndjson"])
  func exec(_ path: String) throws {
    let shell = try Shell(
      #"""
      PROMISESCOPE=\#(path) "$P" settle 10 flush fork settle 5 flush exec settle 3 flush exec settle 2
      cd logs 2>/dev/null; for log in *.ndjson; do echo "$(grep -c created $log) $log"; done | sed 's/[0-9]\{2,\}\./PID./' | sort
      """#)
    let name = path == "logs/" ? "RecordedProgram.PID" : "run.PID"
    let first = path == "logs/" ? "RecordedProgram.PID" : "run"
    #expect(
      shell.output.hasSuffix("10 \(first).ndjson\n2 \(name).3.ndjson\n3 \(name).2.ndjson\n5 \(name).ndjson\n"),
      "\(shell.output)")
    // In a folder, nothing is unexpected.
    #expect(shell.errors.split(separator: "\n").count == (path == "logs/" ? 0 : 3))
  }

  @Test func theNextRunReplacesALogByAnotherFileSoThatWhatHasItOpenKeepsIt() throws {
    let shell = try Shell(
      #"""
      PROMISESCOPE=run.ndjson "$P" settle 10; exec 3<run.ndjson; chmod 644 run.ndjson
      PROMISESCOPE=run.ndjson "$P" settle 3; grep -c created <&3; stat -c %a run.ndjson; ls -A | grep recording
      """#)
    #expect(shell.output == "10\n600\n" && shell.logs == ["run.ndjson"] && shell.errors.isEmpty)
    try expectEqual(shell.log("run.ndjson").count(.created), 3)
  }

  @Test func symbolicLinksAreFollowedAndRemainAlsoToAFileThatDoesNotExistYet() throws {
    let shell = try Shell(
      #"""
      mkdir there; ln -s there/log.ndjson run.ndjson; ln -s run.ndjson other.ndjson
      for path in run.ndjson other.ndjson; do PROMISESCOPE=$path "$P" settle 3; done
      test -L run.ndjson && test -L other.ndjson && ls there
      """#)
    #expect(shell.output == "log.ndjson\n" && shell.errors.isEmpty)
    #expect(try shell.log("run.ndjson").isEnded)
  }

  @Test func whereTheFolderAcceptsNoNewFileTheLogIsEmptiedInstead() throws {
    let name = String(repeating: "n", count: 245) + ".ndjson"
    let shell = try Shell(#"for n in 5 3; do PROMISESCOPE=\#(name) "$P" settle $n; done; grep -c created \#(name)"#)
    #expect(shell.output == "3\n" && shell.errors.isEmpty)
  }

  @Test func aDescriptorAndADeviceAreWrittenAsTheyAre() throws {
    let shell = try Shell(
      #"""
      PROMISESCOPE=/dev/fd/3 "$P" settle 3 3>run.ndjson; PROMISESCOPE=/dev/stdout "$P" settle 2 | grep -c created
      PROMISESCOPE=/dev/null "$P" settle 3 fork settle 2; ls /dev/null.* 2>/dev/null; ls -A | grep recording
      """#)
    try expectEqual(shell.log("run.ndjson").count(.created), 3)
    #expect(
      shell.output.hasPrefix("2\nchild") && shell.output.split(separator: "\n").count == 2 && shell.errors.isEmpty)
  }

  /// Also if an earlier one that others may read is replaced, or, where the folder accepts no new file, emptied.
  @Test(
    "a log is for its owner alone, or as PROMISESCOPE_MODE says",
    arguments: [("", "600"), ("0640", "640"), ("666", "666"), ("0600", "600")])
  func mode(_ mode: String, _ result: String) throws {
    let shell = try Shell(
      #"""
      umask 027; touch b c; chmod 644 b c; mkdir .c.recording
      for log in a b c; do PROMISESCOPE_MODE=\#(mode) PROMISESCOPE=$log "$P" settle 1; stat -c %a $log; done
      """#)
    #expect(shell.output == String(repeating: result + "\n", count: 3) && shell.errors.isEmpty, "\(shell.output)")
  }

  @Test(
    "a wrong mode is reported, and the log is for its owner alone", arguments: ["rw", "888", "0400", "01640", "-1"])
  func wrongMode(_ mode: String) throws {
    let shell = try Shell(
      #"PROMISESCOPE_MODE=\#(mode) PROMISESCOPE=run.ndjson "$P" settle 1; stat -c %a run.ndjson"#)
    let expected = "expected an octal number from 0600 to 0777, such as 0640"
    expectEqual(shell.errors, "PromiseScope: PROMISESCOPE_MODE: \(expected), found \"\(mode)\"; 0600 is used\n")
    expectEqual(shell.output, "600\n")
  }

  @Test("a program that runs tests replaces no log", arguments: ["libXCTest.so", "libTesting.so"])
  func tests(_ library: String) throws {
    let shell = try Shell(
      #"for n in 5 3 2; do PROMISESCOPE=run.ndjson "$P" load \#(library) settle $n; done"#)
    expectEqual(shell.output, "loaded\nloaded\nloaded\n")
    expectEqual(shell.logs, ["run.PID.ndjson", "run.PID.ndjson", "run.ndjson"])
    try expectEqual(shell.log("run.ndjson").count(.created), 5)
    let said = shell.errors.split(separator: "\n")
    #expect(said.count == 2 && said.allSatisfy { $0.contains("run.ndjson exists, and a test run replaces no log") })
  }

  @Test("a folder that can't be created, and a missing path, are reported")
  func impossible() throws {
    let shell = try Shell(
      #"touch file; for path in file/ file/logs/ /proc/logs/; do PROMISESCOPE=$path "$P" settle 1 say alive; done; "$P" start """#
    )
    expectEqual(shell.output, "alive\nalive\nalive\ncannot record to \"\": expected the path of a file or a folder\n")
    expectEqual(
      shell.errors.split(separator: "\n").count { $0.contains("cannot record to") && $0.hasSuffix("continues") }, 3)
  }

  @Test("a program with more rights than its user obeys no variable", .enabled(if: Secure.isPossible))
  func secure() throws {
    let shell = try Shell(
      #"""
      cp "$P" copy; \#(Secure.change) copy; echo precious >victim
      PROMISESCOPE_VALUES=all PROMISESCOPE_MODE=rw PROMISESCOPE=victim ./copy is-secure settle 3; cat victim
      PROMISESCOPE=logs/ ./copy settle 3; ls
      """#)
    #expect(shell.output == "secure\nprecious\ncopy\nvictim\n" && shell.errors.isEmpty)
  }
}

/// How to give a copy of the program more rights than its user has.
private enum Secure {
  /// Gives a file another group, whose rights the program then has.
  static let change =
    #"f() { for group in $(id -G) 65534; do if [ $group != $(id -g) ]; then chgrp $group "$1" && chmod g+s "$1" && break; fi; done; }; f"#

  /// False if the user has only one group, or the folder's file system ignores such rights.
  static let isPossible: Bool = {
    guard let shell = try? Shell(#"cp "$P" copy; \#(change) copy; ./copy is-secure"#) else { return false }
    return shell.output == "secure\n"
  }()
}
