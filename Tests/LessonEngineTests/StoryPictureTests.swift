// The story of every golden log, in both languages, against the committed pictures.
//
// After an intended change, `PROMISESCOPE_UPDATE_GOLDEN=1 swift test --filter StoryPictureTests` updates them; read every changed sentence.

import Foundation

struct StoryPictureTests {
  @Test("the story of every golden log is the committed one", arguments: GoldenLog.names)
  func picture(_ name: String) throws {
    for language in Language.allCases {
      let text = try GoldenLog(name).story(in: language)
      try GoldenLog.compare(text, with: "\(name).\(language.rawValue).txt")
    }
  }

  @Test func everyPictureBelongsToAGoldenLog() throws {
    let expected = GoldenLog.names.flatMap { name in Language.allCases.map { "\(name).\($0.rawValue).txt" } }
    let found = try FileManager.default.contentsOfDirectory(atPath: GoldenLog.pictures.path).filter {
      !$0.hasPrefix(".")
    }
    #expect(found.sorted() == expected.sorted())
  }
}
