// What an environment says about colours.

import Canvas
import CursesTerminal
import Testing

private func theme(_ variables: [String: String]) -> String {
  Theme.preferred { variables[$0] }.name
}

@Suite struct ThemeChoiceTests {
  @Test func noColorMeansNoColour() {
    #expect(theme(["NO_COLOR": "1"]) == "monochrome")
    #expect(theme(["NO_COLOR": ""]) == "dark")
  }

  @Test func aLightBackgroundMeansTheLightTheme() {
    #expect(theme(["COLORFGBG": "0;15"]) == "light")
    #expect(theme(["COLORFGBG": "15;0"]) == "dark")
    #expect(theme([:]) == "dark")
  }

  @Test func errorsNameTheTerminal() {
    #expect(TerminalError.unknownType("nonesuch").description.contains("TERM=nonesuch"))
    #expect(TerminalError.cannotMoveCursor("dumb").description.contains("TERM=dumb"))
  }
}
