// The keys that only a lesson has: they step through it and answer its questions. They are few, so that a beginner needs no other.

import Canvas
import LessonEngine
import PlainText

extension Binding {
  static let lessons: [Binding] = [answer, skip, forward, back, play, start, end, language, nextLesson, exercise]

  private static let answer = Binding(
    "answer", "1234567890".map(Key.character), .lesson,
    Text("Answer the question, or use the arrows and Enter.", "回答问题；也可以用方向键和回车。"), in: .lesson,
    footer: { screen in
      screen.forecastRow == nil
        ? screen.openQuestion.map { Label(1, "Answer", "作答", key: "1-\($0.answers.count)") }
        : screen.lesson?.walk.map { Label(1, "Mark", "标记", key: "1-\($0.plan.forecast.answers)") }
    }, run: { $0.answerWithDigit() })

  static let skip = Binding(
    "skip", [.character("J")], .lesson, Text("Skip the question, and show the answer.", "跳过问题，显示答案。"), in: .lesson,
    footer: { $0.openQuestion == nil ? nil : Label(1, "Skip", "跳过") }, run: { $0.move { $0.skip() } })

  static let forward = Binding(
    "forward", [.right, .enter, .character("l"), .character("]")], .lesson,
    Text("Go on to the next step or question.", "继续到下一步或下一个问题。"), in: .lesson,
    footer: { $0.hasNextStep ? Label(1, "Next", "下一步", key: $0.options.isASCII ? nil : "→") : nil },
    run: { $0.stepOn { $0.forward() } })

  static let back = Binding(
    "back-step", [.left, .backspace, .character("h"), .character("[")], .lesson,
    Text("Go back by one step.", "后退一步。"), in: .lesson,
    footer: { screen in
      guard let walk = screen.lesson?.walk, walk.place != .introduction else { return nil }
      return Label(2, "Back", "后退", key: screen.options.isASCII ? nil : "←")
    }, run: { $0.move { $0.back() } })

  static let play = Binding(
    "play-steps", [.character(" ")], .lesson,
    Text("Play step by step, up to the next question.", "逐步播放，直到下一个问题。"), in: .lesson,
    footer: { screen in
      guard screen.hasNextStep else { return nil }
      return screen.state.isPlaying ? Label(3, "Stop", "停止") : Label(3, "Play", "播放")
    }, run: { $0.playSteps() })

  private static let start = Binding(
    "introduction", [.home, .character("g")], .lesson, Text("Go to the introduction.", "转到导言。"), in: .lesson,
    motion: .end(-1)
  ) { $0.move { $0.go(toEnd: false) } }

  private static let end = Binding(
    "next-question", [.end, .character("G")], .lesson,
    Text("Go to the next question, or to the end.", "转到下一个问题，或转到末尾。"), in: .lesson, motion: .end(1)
  ) { $0.stepOn { $0.go(toEnd: true) } }

  private static let language = Binding(
    "language", [.character("I")], .lesson, Text("Change the language.", "切换语言。"), in: .lesson,
    isPossible: { $0.options.languages.count > 1 },
    footer: { $0.options.isASCII ? Label(4, "Language", "语言") : Label(4, "English / 中文", "English / 中文") },
    run: { $0.changeLanguage() })

  private static let nextLesson = Binding(
    "next-lesson", [.character("n")], .lesson, Text("At the end, start the next lesson.", "在末尾开始下一课。"), in: .lesson,
    footer: { $0.isBeforeNextLesson ? Label(1, "Next lesson", "下一课") : nil },
    run: { if $0.isBeforeNextLesson { $0.requested = .nextLesson } })

  private static let exercise = Binding(
    "open-exercise", [.character("x")], .lesson,
    Text("At the end, open the exercise about the same subject.", "在末尾打开同一主题的练习。"), in: .lesson,
    footer: { $0.exerciseToOpen == nil ? nil : Label(1, "Exercise", "练习") },
    run: { if $0.exerciseToOpen != nil { $0.requested = .exercise } })
}
