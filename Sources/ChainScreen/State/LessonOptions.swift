// What a screen that shows a lesson needs to know about it, besides its run.

import LessonEngine

/// The settings of a lesson.
public struct LessonOptions: Sendable {
  /// The lesson with its texts; nil for a lesson that consists of the run alone.
  public var lesson: Lesson?
  /// The name under which the result is stored: that of the lesson or, without one, that of the run.
  public var name: String
  /// Its number in the list of lessons, from 1, and the length of that list; nil if it is in none.
  public var place: (number: Int, count: Int)?
  /// The lesson that follows it in that list; nil for none.
  public var next: Lesson?
  /// The lessons that it builds on.
  public var prerequisites: [Lesson]
  /// Whether to ask questions, or only to narrate.
  public var asksQuestions: Bool
  /// What a student has changed about the run.
  public var changes: [RunForm.Field] = []
  /// The ``Question/identity`` of each question that was answered about former runs, and is not asked again.
  public var answered: Set<String> = []
  /// Questions that were missed in earlier lessons, and are asked again at the end of this one.
  public var again: [Question] = []
  /// The name of the exercise about the same subject; nil for none.
  public var exercise: String?

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - lesson: The lesson with its texts.
  ///   - place: Its number, from 1, and the number of lessons.
  ///   - next: The lesson that follows it.
  ///   - prerequisites: The lessons that it builds on.
  ///   - asksQuestions: Whether to ask questions.
  public init(
    _ lesson: Lesson? = nil, place: (number: Int, count: Int)? = nil, next: Lesson? = nil, prerequisites: [Lesson] = [],
    asksQuestions: Bool = true
  ) {
    (self.lesson, self.place, self.next) = (lesson, place, next)
    (self.prerequisites, self.asksQuestions) = (prerequisites, asksQuestions)
    name = lesson?.name ?? ""
  }
}
