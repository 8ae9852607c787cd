// The one table of commands: complete, without contradictions, and what the footer and the help are made of.

import Canvas
import PlainText
import TestSupport
import Testing

@testable import ChainScreen

@Suite struct CommandTests {
  @Test func everyActionHasAKeyAndASentence() {
    for action in Action.allCases {
      let command = Command.all.first { $0.action == action }
      #expect(command?.keys.isEmpty == false, "\(action)")
      #expect(command?.sentence(Words()).hasSuffix(".") == true, "\(action)")
    }
  }

  @Test func noKeyHasTwoMeanings() {
    let keys = Command.all.flatMap(\.keys)
    expectEqual(Set(keys).count, keys.count)
    for command in Command.all {
      for key in command.keys { expectEqual(KeyMap.standard.action(for: key), command.action) }
    }
  }

  @Test(arguments: 40...160) func theFooterFitsAndAlwaysOffersHelpAndAWayOut(_ columns: Int) {
    var screen = TestScreen(.listLoader(), columns: columns)
    let footer = screen.lines[23]
    #expect(footer.contains("F1 Help"))
    #expect(footer.contains("q Quit"))
    #expect(!footer.contains("…"))
  }

  @Test func theHelpNamesEveryCommand() {
    var screen = TestScreen(.listLoader(), columns: 120, rows: 140)
    screen.play("F1")
    let text = screen.draw().text
    // Where the source is not a folder, no key opens another log, and exercises have two keys of their own.
    for command in Command.all where ![.openLog, .hint, .nextExercise].contains(command.action) {
      #expect(text.contains(command.sentence(Words())))
      for key in command.keys { #expect(text.contains(key.name)) }
    }
  }
}
