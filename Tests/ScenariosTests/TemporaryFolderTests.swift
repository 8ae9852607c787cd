// Folders that do not outlive their program for long.

import Foundation
import Testing

@testable import Scenarios

struct TemporaryFolderTests {
  @Test("it is there until it is removed, or nobody holds it any more")
  func life() throws {
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

  @Test("only its owner can read it")
  func permissions() throws {
    try inPlayground { parent in
      let folder = try TemporaryFolder(in: parent)
      let file = try folder.makeFile("list.sqlite")
      func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
      }
      #expect(try mode(folder.path) == 0o700)
      #expect(try mode(file) == 0o600)
    }
  }

  @Test("a new one sweeps away what a killed program left, and only that")
  func sweep() throws {
    try inPlayground { parent in
      let held = try TemporaryFolder(in: parent)
      // A killed program's folder has a lock that nobody holds; one that is just being made has none yet.
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

  @Test("a parent that isn't writable is an error")
  func unwritable() {
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
