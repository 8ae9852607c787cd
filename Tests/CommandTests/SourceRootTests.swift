// Which files of this machine a log can bring up: it may come from anywhere, so it reaches only what looks like its program's source.

@testable import pscope

@Suite struct SourceRootTests {
  /// A project with a source, beside files that a log must not reach, and a log that names them all.
  private static let names = [
    "app.js", "bin/www", "notes.txt", "binary.js", "latin.js", "pipe.js", "link.js", "link/key.js", "../key.js",
    "/etc/passwd",
    "../../../../../../etc/passwd", "/proc/self/environ", "/dev/zero", "/dev/stdin",
  ]

  private func embedded(_ options: String..., root: String, in folder: Folder, from current: String) async throws
    -> [String]
  {
    var lines = [
      #"{"schema":"promisescope.log","version":1,"program":"app","pid":0,"sourceRoot":"\#(root)","values":"off"}"#
    ]
    let names = Self.names + [folder.file("project/app.js"), folder.file("key.js")]
    for (index, name) in names.enumerated() {
      lines.append(
        #"{"seq":\#(index + 1),"t":0,"ev":"created","p":\#(index + 1),"kind":"async","site":{"file":"\#(name)","line":1}}"#
      )
    }
    let log = try folder.write("logs/run.ndjson", lines.joined(separator: "\n") + "\n")
    let command = #"cd "$0" && exec "$@""#
    let words = ["export", log, "--format", "ndjson", "--with-sources"] + options
    let outcome = try await run(["sh", "-c", command, folder.file(current), binary] + words)
    let header = try #require(outcome.text.split(separator: "\n").first)
    let members = try JSONSerialization.jsonObject(with: Data(header.utf8)) as? [String: Any]
    return (members?["sources"] as? [String: String] ?? [:]).keys.map { $0.replacing(folder.path, with: "") }.sorted()
  }

  @Test func aLogReachesOnlyTheSourcesBelowItsRoot() async throws {
    let folder = try Folder()
    let make = """
      cd '\(folder.path)'; mkdir -p logs project/bin other outside; echo 'key' | tee key.js >outside/key.js
      cd project; echo '// code' | tee app.js >notes.txt; printf '#!/usr/bin/env node\\n' >bin/www; printf 'a\\0b\\n' >binary.js
      printf 'caf\\351\\n' >latin.js; mkfifo pipe.js; ln -s ../key.js link.js; ln -s ../outside link
      """
    try await expectEqual(run(["sh", "-c", make]).code, 0)
    let project = folder.file("project")
    let own = ["/project/app.js", "app.js", "bin/www"]
    try await expectEqual(embedded(root: project, in: folder, from: "other"), own)
    // No root: the current folder, with what is below it.
    try await expectEqual(embedded(root: "", in: folder, from: "project"), own)
    for root in [
      "/", "/etc", "/proc/self", "/dev", project + "/../../../../../../../..", project + "/app.js", "/nowhere",
    ] {
      try await expectEqual(embedded(root: root, in: folder, from: "other"), [], "\(root)")
    }
    // What the user names reaches further, but only to texts below it.
    try await expectEqual(
      embedded("--source-root", project, "--source-root", folder.path, root: "/", in: folder, from: "other"),
      ["../key.js", "/key.js", "/project/app.js", "app.js", "bin/www", "link.js", "link/key.js", "notes.txt"])
    try await expectEqual(
      embedded("--source-root", "/proc", "--source-root", "/dev", root: "", in: folder, from: "other"), [])
  }

  @Test func aCommentOfAManifestNamesNoTarget() {
    let manifest = """
      .target(name: "Api", path: "https://a") // .target(name: "Old")
      .target(name: "Shop", path: "http://ab") // .target(name: "Older")
      """
    expectEqual(PackageManifest(manifest).targets.map(\.module), ["Api", "Shop"])
  }

  @Test func aLogNamesNoFolderOfTheSystem() throws {
    for folder in ["/", "/etc", "/usr", "/proc/self/cwd/../../..", "/dev/fd", "/sys/kernel"] {
      #expect(SourceRoot(folder, .recorded) == nil && SourceRoot(folder, .nearby) == nil, "\(folder)")
    }
    #expect(SourceRoot("/etc", .named) != nil)
    let own = try Folder()
    #expect(SourceRoot(own.path, .recorded) != nil)
  }
}
