// What terminals say about their background.

@testable import CursesTerminal

@Suite struct BackgroundTests {
  @Test(arguments: [
    ("11;rgb:ffff/ffff/ffff", true), ("11;rgb:0000/0000/0000", false), ("11;rgb:fd/f6/e3", true),
    ("11;rgb:0/2/3", false),
    ("11;rgba:ffff/ffff/ffff/ffff", true), ("11;rgb:ffff/ffff/ffff\u{1B}", true), ("11;rgb:0000/ffff/0000", true),
    ("11;rgb:ffff/0000/ffff", false),
  ])
  func readsTheColor(reply: String, isLight: Bool) {
    expectEqual(Background.isLight(reply: reply), isLight)
  }

  @Test(arguments: [
    "", "11;", "11;rgb:", "11;rgb:ff/ff", "11;rgb:ff/ff/gg", "11;rgb:fffff/0/0", "10;rgb:ff/ff/ff", "11;#ffffff",
  ])
  func anythingElseIsNoColor(reply: String) {
    #expect(Background.isLight(reply: reply) == nil)
  }
}
