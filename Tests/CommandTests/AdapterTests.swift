// The choice of the adapter for a command, and what it adds to the environment: all of it without starting a program.

@testable import pscope

@Suite struct AdapterTests {
  @Test(arguments: [
    "node app.js", "/usr/bin/nodejs -e 1", "npm start", "npx mocha", "./cli.mjs", "server.ts",
    "env NODE_ENV=test node app.js", "timeout 9 npm test", "nice -n 5 /opt/node/bin/node x",
  ])
  func theWordsOfACommandChooseNode(command: String) {
    expectEqual(Adapter.suited(to: command.split(separator: " ").map(String.init)), .node)
  }

  @Test(arguments: [
    "python3 app.py", "/venv/bin/python3.13 -m shop", "uvicorn app:app", "uv run app.py", "gunicorn -w 2 app:app",
    "./app.py",
    "env DEBUG=1 python app.py", "timeout 9 pytest",
  ])
  func theWordsOfACommandChoosePython(command: String) {
    expectEqual(Adapter.suited(to: command.split(separator: " ").map(String.init)), .python)
  }

  @Test(arguments: ["sh start.sh", "make serve"])
  func shellsMayStartEither(command: String) {
    expectEqual(Adapter.suited(to: command.split(separator: " ").map(String.init)), .carried)
  }

  @Test(arguments: ["./app", "swift run App", "App --name nodes", "cat notes"])
  func anyOtherCommandUsesTheLibrary(command: String) {
    expectEqual(Adapter.suited(to: command.split(separator: " ").map(String.init)), .swift)
  }

  @Test func theFirstLineOfAScriptChooses() {
    func adapter(_ line: String) -> Adapter {
      Adapter.suited(to: ["tool"], interpreter: ProgramFile.interpreter(in: Array("\(line)\nnode\n".utf8)))
    }
    expectEqual(adapter("#!/usr/bin/env node"), .node)
    expectEqual(adapter("#! /usr/bin/env -S node --no-warnings"), .node)
    expectEqual(adapter("#!/bin/sh"), .carried)
    expectEqual(adapter("#!/usr/bin/python3"), .python)
    expectEqual(adapter("#!/usr/bin/env python3.13"), .python)
    expectEqual(adapter("node"), .swift)
  }

  @Test func runtimesWithoutReportsAreNamed() {
    expectEqual(Adapter.silentRuntime(of: "/home/me/.bun/bin/bun"), "Bun")
    expectEqual(Adapter.silentRuntime(of: "deno"), "Deno")
    #expect(Adapter.silentRuntime(of: "node") == nil)
  }

  @Test func anAdapterIsNamedOrAFile() {
    expectEqual(Adapter("node"), .node)
    expectEqual(Adapter("python"), .python)
    expectEqual(Adapter("swift"), .swift)
    expectEqual(Adapter("./mine.cjs"), .file("./mine.cjs"))
    #expect(Adapter("mine") == nil)
  }

  @Test func onlyVersionsThatReportPromisesAreAccepted() throws {
    func reports(_ text: String) throws -> Bool { try #require(NodeVersion(text)).reportsPromises }
    for text in ["v16.14.0\n", "v17.1.0", "v18.0.0", "v24.1.0-nightly"] { #expect(try reports(text)) }
    for text in ["v16.13.2", "v17.0.1", "v12.22.12", "v0.10.48"] { #expect(try !reports(text)) }
    #expect(NodeVersion("1.1.0") == nil)
    #expect(NodeVersion("") == nil)
  }

  @Test func onlyPythonsThatReportCoroutinesAreAccepted() throws {
    func reports(_ text: String) throws -> Bool { try #require(PythonVersion(text)).reportsCoroutines }
    for text in ["Python 3.12.1\n", "Python 3.14.0rc2", "Python 4.0.0"] { #expect(try reports(text)) }
    for text in ["Python 3.11.7", "Python 2.7.18"] { #expect(try !reports(text)) }
    #expect(PythonVersion("v20.20.2") == nil)
  }

  @Test func anIsolatedPythonIsFoundByItsOptions() {
    func option(_ command: String) -> String? {
      PythonVersion.isolation(in: command.split(separator: " ").map(String.init))
    }
    expectEqual(option("python3 -I app.py"), "-I")
    expectEqual(option("python3 -uE -m app"), "-E")
    expectEqual(option("python3 -W error -S app.py"), "-S")
    for command in [
      "python3 app.py -I", "python3 -m app -S", "python3 -c E", "python3 -X importtime app.py", "python3",
    ] {
      #expect(option(command) == nil, "\(command)")
    }
  }

  @Test func theOptionsOfTheUserAreKept() {
    expectEqual(RecordedEnvironment.nodeOptions(loading: "/a/b.cjs", after: nil), #"--require="/a/b.cjs""#)
    expectEqual(
      RecordedEnvironment.nodeOptions(
        loading: "/a.cjs", after: nil, for: ["node", "--permission", "app.js"], log: "/run.ndjson"),
      #"--require="/a.cjs" --allow-fs-read="/a.cjs" --allow-fs-read="/run*" --allow-fs-write="/run*""#)
    expectEqual(
      RecordedEnvironment.nodeOptions(loading: #"/a "b"\c.cjs"#, after: "--max-old-space-size=99"),
      #"--max-old-space-size=99 --require="/a \"b\"\\c.cjs""#)
  }
}
