// The texts of a lesson in each language.

import LessonEngine
import PlainText
import TestSupport
import Testing

struct LessonTests {
  @Test("a text has a form in every language")
  func languages() {
    let text = Text("pending", "待定")
    expectEqual(Language.allCases.map(text.text(in:)), ["pending", "待定"])
  }
}
