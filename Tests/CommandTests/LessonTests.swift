// `--lesson` and `--format story`, from the command line: any run is a lesson, with or without a terminal.

@Suite struct LessonTests {
  @Test func keysPlayALessonToItsScore() async throws {
    let question = try await pscope("demo", "race-with-timeout", "--lesson", "--frame", "text", "--keys", "End")
    expectEqual(question.code, 0)
    #expect(question.text.contains("question 1 of 1") && question.text.contains("What does `pscope check` find"))
    let keys = Array(repeating: "End J", count: 12).joined(separator: " ") + " End"
    let score = try await pscope("demo", "race-with-timeout", "--lesson", "--frame", "text", "--keys", keys)
    #expect(score.text.contains("questions right.") && score.text.contains("Worth repeating:"))
  }

  @Test func aLogIsALesson() async throws {
    let folder = try Folder()
    let path = try folder.write("run.ndjson", try await pscope("export", "serial", "--virtual").text)
    let ask = try await pscope("view", path, "--lesson", "--frame", "text", "--language", "zh", "--keys", "End")
    #expect(ask.code == 0 && ask.text.contains("问题 1/"))
    let narrate = try await pscope("view", path, "--lesson", "--no-questions", "--frame", "text", "--keys", "End Left")
    #expect(narrate.text.contains("The run ends:") && !narrate.text.contains("question"))
  }

  @Test func withoutATerminalALessonIsItsStory() async throws {
    let lesson = try await pscope("demo", "one", "--lesson", "--language", "en")
    let story = try await pscope("export", "one", "--virtual", "--format", "story", "--language", "en")
    #expect(lesson.code == 0 && story.code == 0)
    expectEqual(lesson.text, story.text)
    #expect(story.text.hasPrefix("00:00.000  wrap created #1"))
    let chinese = try await pscope("export", "one", "--virtual", "--format", "story", "--language", "zh")
    #expect(chinese.text.contains("已兑现"))
  }

  @Test func aLogThatTeachesNothingSaysSo() async throws {
    let folder = try Folder()
    let header = #"{"schema":"promisescope.log","version":1}"#
    let path = try folder.write(
      "run.ndjson", header + "\n" + #"{"seq":1,"t":0,"ev":"noted","text":"no promise"}"# + "\n")
    let outcome = try await pscope("view", path, "--lesson", "--frame", "text")
    #expect(outcome.code == 0 && outcome.text.contains("nothing to learn from this log"))
  }

  @Test func contradictionsAreRejected() async throws {
    let alone = try await pscope("demo", "one", "--no-questions")
    #expect(alone.code == 64 && alone.errors.contains("expected --lesson with it"))
    let follow = try await pscope("view", "one", "--lesson", "--follow")
    #expect(follow.code == 64 && follow.errors.contains("--lesson or --follow"))
  }
}
