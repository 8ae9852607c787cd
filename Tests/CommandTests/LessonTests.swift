// `--lesson` and `--format story`, from the command line: any run is a lesson, with or without a terminal.

@Suite struct LessonTests {
  @Test func withoutATerminalALessonIsItsStory() async throws {
    let lesson = try await pscope("demo", "one", "--lesson", "--language", "en")
    let story = try await pscope("export", "one", "--virtual", "--format", "story", "--language", "en")
    #expect(lesson.code == 0 && story.code == 0)
    expectEqual(lesson.text, story.text)
    #expect(story.text.hasPrefix("00:00.000  wrap created #1"))
    let chinese = try await pscope("export", "one", "--virtual", "--format", "story", "--language", "zh")
    #expect(chinese.text.contains("已兑现"))
  }

  @Test func contradictionsAreRejected() async throws {
    let alone = try await pscope("demo", "one", "--no-questions")
    #expect(alone.code == 64 && alone.errors.contains("expected --lesson with it"))
    let follow = try await pscope("view", "one", "--lesson", "--follow")
    #expect(follow.code == 64 && follow.errors.contains("--lesson or --follow"))
  }
}
