// Themes: readable, distinct, safe for color blindness, and free of color on request. No test checks taste.

import Canvas
import Foundation
import PlainText
import TestSupport
import Testing

/// Every theme that uses colors, with the background of the page that it assumes.
private let colored: [(theme: Theme, page: Int32)] = [(.dark, 0x1C1C1C), (.light, 0xFFFFFF), (.colorBlind, 0x1C1C1C)]

/// Roles that only structure the screen, and may recede.
private let quiet: Set<StyleRole> = [
  .rule, .branch, .dimmed, .faint, .location, .ruler, .barWaiting, .barQueued, .barRunning, .barDone, .codeLine,
]

@Suite struct ThemeTests {
  @Test func monochromeUsesNoColor() {
    for role in StyleRole.allCases {
      for surface in Surface.allCases {
        let ink = Theme.monochrome[Style(role, on: surface)]
        #expect(ink.foreground == .standard && ink.background == .standard)
      }
    }
  }

  @Test func withoutColorsEveryThemeIsMonochrome() {
    for theme in Theme.all {
      for role in StyleRole.allCases {
        let paint = theme.paint(Style(role), at: .none)
        expectEqual(paint, Theme.monochrome.paint(Style(role), at: .direct))
      }
    }
  }

  @Test func theSelectionIsVisibleInEveryTheme() {
    let loud: Set<StyleRole> = [.alarm, .mode, .match]
    for theme in Theme.all {
      for role in StyleRole.allCases where !loud.contains(role) {
        #expect(theme[Style(role)] != theme[Style(role, on: .selection)], "\(theme.name) \(role)")
      }
    }
  }

  @Test func thePageHasTheBackgroundOfTheTerminal() {
    let loud: Set<StyleRole> = [.alarm, .mode, .match]
    for theme in Theme.all {
      for role in StyleRole.allCases where !loud.contains(role) {
        expectEqual(theme[Style(role)].background, .standard, "\(theme.name) \(role)")
      }
    }
  }

  @Test func whatIsReversedIsUnderlinedOnTheSelection() {
    for role in [StyleRole.alarm, .mode, .match, .text] {
      let emphasis = Theme.monochrome[Style(role, on: .selection)].emphasis
      expectEqual(emphasis.contains(.underline), role != .text, "\(role)")
    }
  }

  @Test func namesFindThemes() {
    #expect(Theme.named("monochrome")?.usesColor == false)
    expectEqual(Theme.named("color-blind")?.name, "color-blind")
    expectEqual(Theme.named("colorblind")?.name, "color-blind")
    #expect(Theme.named("none") == nil)
    expectEqual(Theme.all.map(\.name), ["dark", "light", "color-blind", "monochrome"])
  }

  @Test func textIsReadableOnEverySurface() {
    for (theme, page) in colored {
      for surface in Surface.allCases {
        for role in StyleRole.allCases {
          let ink = theme[Style(role, on: surface)]
          // The terminal's own color on its own background.
          if ink.foreground == .standard, ink.background == .standard { continue }
          let expected = quiet.contains(role) ? (surface == .page ? 1.8 : 1.4) : surface == .selection ? 4 : 4.5
          for depth in [ColorDepth.palette, .direct] {
            let contrast = contrast(ink.foreground.color(depth, page), ink.background.color(depth, page))
            #expect(contrast >= expected, "\(theme.name) \(role) on \(surface) at \(depth): \(contrast)")
          }
        }
      }
    }
  }

  @Test func textOnTheSelectionIsAtLeastAsStrong() {
    for (theme, page) in colored {
      for role in StyleRole.allCases where theme[Style(role)].foreground != .standard {
        let strengths = [Surface.page, .selection].map { surface in
          contrast(theme[Style(role, on: surface)].foreground.color(.direct, page), page)
        }
        #expect(strengths[1] >= strengths[0], "\(theme.name) \(role)")
      }
    }
  }

  @Test func theLoudestRolesStandOut() {
    for (theme, page) in colored {
      for role in [StyleRole.alarm, .mode, .match] {
        #expect(theme[Style(role)].background != .standard, "\(theme.name) \(role)")
      }
      let text = contrast(theme[Style(.faint)].foreground.color(.direct, page), page)
      for role in [StyleRole.warning, .abandoned] {
        let ink = theme[Style(role)]
        #expect(ink.emphasis.contains(.bold))
        #expect(contrast(ink.foreground.color(.direct, page), page) > text, "\(theme.name) \(role)")
      }
      let dimmed = contrast(theme[Style(.dimmed)].foreground.color(.direct, page), page)
      #expect(dimmed < text && dimmed > 1.8)
    }
  }

  /// The colors of outcomes differ for people without red or green receptors, at every depth with chosen colors.
  @Test func outcomesDifferForColorBlindPeople() {
    let different: [(StyleRole, StyleRole)] = [
      (.success, .failure), (.success, .pending), (.failure, .pending), (.success, .cancelled),
      (.failure, .cancelled), (.value, .error), (.barDone, .barRunning),
    ]
    func smallest(_ theme: Theme, _ depth: ColorDepth) -> Double {
      var least = Double.infinity
      for (left, right) in different {
        for vision in [deuteranopia, protanopia] {
          let a = simulated(theme[Style(left)].foreground.color(depth, 0), vision)
          let b = simulated(theme[Style(right)].foreground.color(depth, 0), vision)
          least = min(least, distance(a, b))
        }
      }
      return least
    }
    for depth in [ColorDepth.palette, .direct] {
      #expect(smallest(.colorBlind, depth) > 20, "\(smallest(.colorBlind, depth))")
      #expect(smallest(.dark, depth) < 20, "the check finds nothing: \(smallest(.dark, depth))")
    }
  }

  @Test func theBarOfAWaitStandsOutFromTheSelection() {
    for theme in [Theme.dark, .light, .colorBlind] {
      expectEqual(theme[Style(.barWaiting)].foreground, theme[Style(.rule)].foreground, "\(theme.name)")
      #expect(theme[Style(.barWaiting)].foreground != theme[Style(.barWaiting, on: .selection)].foreground)
    }
  }

  @Test func linesOnTheSelectionAreAsStrongAsTheRuler() {
    for theme in [Theme.dark, .light] {
      expectEqual(theme[Style(.rule, on: .selection)].foreground, theme[Style(.ruler, on: .selection)].foreground)
      #expect(theme[Style(.rule)].foreground != theme[Style(.ruler)].foreground, "\(theme.name)")
    }
  }

  @Test func matchesAndNotesDifferFromText() {
    for theme in Theme.all {
      for role in [StyleRole.match, .note] {
        #expect(theme[Style(role)] != theme[Style(.text)], "\(theme.name) \(role)")
      }
    }
  }

  @Test func colorBlindPeopleGetOtherColorsForEveryOutcome() {
    let roles: [StyleRole] = [
      .alarm, .mode, .match, .success, .failure, .abandoned, .error, .cancelled, .pending, .running, .barRunning,
      .waiting, .barQueued, .warning, .loss, .link, .note,
    ]
    for role in roles { #expect(Theme.colorBlind[Style(role)] != Theme.dark[Style(role)], "\(role)") }
  }

  @Test func quietTextIsAsDarkAsOtherTextOnALightSelection() {
    expectEqual(Theme.light[Style(.faint, on: .selection)].foreground.basic, -1)
    #expect(Theme.light[Style(.success, on: .selection)].foreground.basic >= 0)
  }

  @Test func onlyBrightColorsAreBoldWithEightColors() {
    #expect(Theme.colorBlind.paint(Style(.success), at: .eight).emphasis.contains(.bold))
    #expect(!Theme.light.paint(Style(.faint), at: .eight).emphasis.contains(.bold))
  }

  @Test func eightColorsAreReadableOnTheSelection() {
    for (theme, _) in colored {
      for role in StyleRole.allCases {
        let paint = theme.paint(Style(role, on: .selection), at: .eight)
        #expect(paint.foreground != paint.background, "\(theme.name) \(role)")
        if case .indexed(let index) = paint.foreground { #expect(index < 8) }
        if case .indexed(let index) = paint.background { #expect(index < 8) }
      }
    }
  }
}

// MARK: Color arithmetic

extension Hue {
  /// The color as 0xRRGGBB; `standard` for the terminal's default.
  func color(_ depth: ColorDepth, _ standard: Int32) -> Int32 {
    if rich < 0 { return standard }
    if depth == .direct { return rgb }
    if rich >= 232 { return Int32(rich - 232) * 0x0A0A0A + 0x080808 }
    func level(_ step: Int16) -> Int32 { step == 0 ? 0 : Int32(55 + step * 40) }
    let index = rich - 16
    return level(index / 36) << 16 | level(index / 6 % 6) << 8 | level(index % 6)
  }
}

/// Linear red, green and blue of a color.
private func linear(_ color: Int32) -> [Double] {
  [16, 8, 0].map { shift in
    let value = Double(color >> Int32(shift) & 255) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}

/// The contrast ratio of WCAG 2.1, from 1 to 21.
private func contrast(_ left: Int32, _ right: Int32) -> Double {
  func luminance(_ color: Int32) -> Double {
    let parts = linear(color)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
  let (a, b) = (luminance(left), luminance(right))
  return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.
private let deuteranopia = [
  [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881],
]
private let protanopia = [
  [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
]

private func simulated(_ color: Int32, _ matrix: [[Double]]) -> [Double] {
  let parts = linear(color)
  return matrix.map { row in max(0, min(1, zip(row, parts).map(*).reduce(0, +))) }
}

/// The distance of two linear colors in CIE L*a*b*.
private func distance(_ left: [Double], _ right: [Double]) -> Double {
  func lab(_ color: [Double]) -> [Double] {
    let x = (0.4124 * color[0] + 0.3576 * color[1] + 0.1805 * color[2]) / 0.9505
    let y = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
    let z = (0.0193 * color[0] + 0.1192 * color[1] + 0.9505 * color[2]) / 1.089
    let f = [x, y, z].map { (value: Double) -> Double in
      if value > 0.008856 { return pow(value, 1 / 3) }
      return 7.787 * value + 16 / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }
  return zip(lab(left), lab(right)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
}
