// The texts of a lesson in each language.

struct LessonTests {
  @Test func aTextHasAFormInEveryLanguage() {
    let text = Text("pending", "待定")
    expectEqual(Language.allCases.map(text.text(in:)), ["pending", "待定"])
  }
}
