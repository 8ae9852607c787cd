// What an environment says about colours.

import CursesTerminal

private func theme(_ variables: [String: String]) -> String {
  Theme.preferred { variables[$0] }.name
}

@Suite struct ThemeChoiceTests {
  @Test func noColorMeansNoColour() {
    expectEqual(theme(["NO_COLOR": "1"]), "monochrome")
    expectEqual(theme(["NO_COLOR": ""]), "dark")
  }

  @Test func aLightBackgroundMeansTheLightTheme() {
    expectEqual(theme(["COLORFGBG": "0;15"]), "light")
    expectEqual(theme(["COLORFGBG": "15;0"]), "dark")
    expectEqual(theme([:]), "dark")
  }

  @Test func aPromiseOfDirectColorsIsBelievedOutsideOfScreen() {
    func depth(_ variables: [String: String]) -> ColorDepth { ColorDepth.preferred { variables[$0] } }
    expectEqual(depth([:]), .palette)
    expectEqual(depth(["COLORTERM": "yes"]), .palette)
    for promise in ["truecolor", "24bit"] {
      expectEqual(depth(["COLORTERM": promise]), .direct)
      expectEqual(depth(["COLORTERM": promise, "STY": ""]), .direct)
      expectEqual(depth(["COLORTERM": promise, "STY": "1.tty"]), .palette)
      expectEqual(depth(["COLORTERM": promise, "STY": "1.tty", "TMUX": "/tmp/tmux"]), .direct)
    }
  }

  @Test func withoutOptionsTheMouseIsReportedAndLinesAreWhole() {
    let options = TerminalOptions()
    #expect(options.usesMouse && !options.deliversPrompts)
  }

  @Test func errorsNameTheTerminal() {
    #expect(TerminalError.unknownType("nonesuch").description.contains("TERM=nonesuch"))
    #expect(TerminalError.cannotMoveCursor("dumb").description.contains("TERM=dumb"))
  }
}
