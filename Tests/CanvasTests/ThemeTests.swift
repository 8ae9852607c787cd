// No theme says anything by colour alone, and the one without colours uses none.

import Canvas
import Testing

@Suite struct ThemeTests {
  @Test func monochromeUsesNoColour() {
    for role in StyleRole.allCases {
      for surface in Surface.allCases {
        let ink = Theme.monochrome[Style(role, on: surface)]
        #expect(ink.foreground == .standard && ink.background == .standard)
      }
    }
  }

  @Test func theSelectionIsSeenInEveryTheme() {
    for theme in Theme.all {
      for role in StyleRole.allCases where role != .unhandled && role != .mode {
        #expect(theme[Style(role)] != theme[Style(role, on: .selection)], "\(theme.name) \(role)")
      }
    }
  }

  @Test func namesFindThemes() {
    #expect(Theme.named("monochrome")?.usesColor == false)
    #expect(Theme.named("none") == nil)
  }
}
