// Temporary folders: lifetime, permissions, and cleanup after a killed program.

@testable import Scenarios

struct TemporaryFolderTests {
  @Test func aFolderExistsUntilItIsRemovedOrReleased() throws {
    try inPlayground { parent in
      var folder: TemporaryFolder? = try TemporaryFolder(in: parent)
      let path = try #require(folder?.path)
      #expect(exists(path))
      folder?.remove()
      #expect(!exists(path))
      folder?.remove()

      folder = try TemporaryFolder(in: parent)
      let second = try #require(folder?.path)
      #expect(exists(second))
      folder = nil
      #expect(!exists(second))
    }
  }

  @Test func onlyTheOwnerCanReadAFolder() throws {
    try inPlayground { parent in
      let folder = try TemporaryFolder(in: parent)
      let file = try folder.makeFile("list.sqlite")
      func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
      }
      try expectEqual(mode(folder.path), 0o700)
      try expectEqual(mode(file), 0o600)
    }
  }

  @Test func aNewFolderRemovesOnlyTheFoldersOfKilledPrograms() throws {
    try inPlayground { parent in
      let held = try TemporaryFolder(in: parent)
      // The folder of a killed program has a lock file that no process holds; a folder under construction has none yet.
      let left = parent + "/promisescope-run-left"
      let young = parent + "/promisescope-run-young"
      let foreign = parent + "/something-else"
      for path in [left, young, foreign] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      for path in [left, foreign] { try Data().write(to: URL(fileURLWithPath: path + "/lock")) }
      let new = try TemporaryFolder(in: parent)
      #expect(!exists(left))
      for path in [held.path, new.path, young, foreign] { #expect(exists(path)) }
      withExtendedLifetime((held, new)) {}
    }
  }

  @Test func anUnwritableParentIsAnError() {
    #expect(throws: (any Error).self) { try TemporaryFolder(in: "/proc/nowhere") }
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func inPlayground(_ body: (String) throws -> Void) throws {
    let parent = FileManager.default.temporaryDirectory.path + "/pscope-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    try body(parent)
  }
}
