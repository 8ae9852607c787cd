// The lessons as data: order, names, both languages, and that each note belongs to an event of the lesson's run.

struct LessonCatalogTests {
  static let lessons = LessonCatalog.all

  @Test func thereAreAtLeastTwelveLessonsEachWithAUniqueNameAfterTheLessonsThatItBuildsOn() {
    #expect(Self.lessons.count >= 12)
    expectEqual(Set(Self.lessons.map(\.name)).count, Self.lessons.count)
    var earlier: Set<String> = []
    for lesson in Self.lessons {
      #expect(earlier.isSuperset(of: lesson.prerequisites), "\(lesson.name)")
      #expect(lesson.prerequisites.isEmpty == (lesson.name == Self.lessons[0].name), "\(lesson.name)")
      expectEqual(LessonCatalog.named(lesson.name), lesson)
      earlier.insert(lesson.name)
    }
    #expect(LessonCatalog.named("lesson") == nil)
  }

  @Test("each lesson has a run, and its repaired version is another one", arguments: LessonRun.names)
  func runs(lesson: String) throws {
    let lesson = try #require(LessonCatalog.named(lesson))
    func name(of run: Lesson.Run) -> String? {
      switch run {
      case .scenario(let name, _): ScenarioCatalog.named(name)?.name
      case .recording(let name): LessonCatalog.recording(name).map { _ in name }
      case .log: nil
      }
    }
    let run = try #require(name(of: lesson.run))
    if let twin = lesson.twin { expectEqual(name(of: twin), run + "-fixed") }
  }

  @Test func theFirstTenLessonsAreRecordingsAndThereAreAtMostTwentySix() {
    #expect(Self.lessons.count <= 26)
    for lesson in Self.lessons.prefix(10) {
      #expect(lesson.scenario == nil, "\(lesson.name)")
      expectEqual(LessonCatalog.lesson(about: "lesson \(lesson.name)")?.name, lesson.name)
    }
  }

  @Test("each text exists in both languages and says what it says in that language", arguments: LessonRun.names)
  func languages(name: String) throws {
    let lesson = try #require(LessonCatalog.named(name))
    #expect(!lesson.introduction.isEmpty && !lesson.notes.isEmpty && !lesson.summary.isEmpty)
    for text in Self.texts(of: lesson) {
      #expect(!text.english.isEmpty && !text.english.contains(where: isHan), "\(text.english)")
      #expect(
        text.chinese.contains(where: isHan) || text.english == text.chinese || text.chinese.hasSuffix("%"),
        "\(text.chinese)")
      // The same code is quoted in both.
      #expect(text.english.count { $0 == "`" } % 2 == 0 && text.chinese.count { $0 == "`" } % 2 == 0, "\(text.english)")
      // Paragraphs are one line each, and sentences end.
      #expect(!text.english.contains("\n") && !text.chinese.contains("\n"))
      #expect(!text.english.contains("  ") && !text.chinese.contains("  "))
    }
    for text in lesson.introduction + lesson.notes.map(\.text) + lesson.summary {
      #expect(text.english.last.map { ".?:".contains($0) } == true, "\(text.english)")
      #expect(text.chinese.last.map { "。？".contains($0) } == true, "\(text.chinese)")
    }
  }

  @Test("an introduction fits on a screen of 80 columns in both languages", arguments: LessonRun.names)
  func room(name: String) throws {
    let lesson = try #require(LessonCatalog.named(name))
    for language in Language.allCases {
      let lines = lesson.introduction.map { (DisplayWidth.of($0.text(in: language)) + 69) / 70 }.reduce(0, +)
      #expect(lines + lesson.introduction.count - 1 <= 17, "\(language): \(lines)")
    }
  }

  @Test func theChineseTextsUseTheTermsOfTheScreen() {
    for lesson in Self.lessons {
      for text in Self.texts(of: lesson) {
        for wrong in ["未决", "承诺", "解析", "句柄", "回絕", "决议"] { #expect(!text.chinese.contains(wrong), "\(text.chinese)") }
      }
    }
  }

  /// Every text of a lesson.
  private static func texts(of lesson: Lesson) -> [Text] {
    let options = lesson.questions.flatMap(\.options)
    return [lesson.title] + lesson.introduction + lesson.notes.map(\.text) + lesson.summary
      + lesson.questions.flatMap { [$0.prompt, $0.rule] } + options.compactMap(\.text) + options.compactMap(\.why)
      + [lesson.change].compactMap { $0 }
  }

  private func isHan(_ character: Character) -> Bool { ("一"..."鿿").contains(character) }
}
