// The keys and what is made of them: dispatch, footer, help, and the table in docs/screen.md, which `PROMISESCOPE_UPDATE_GOLDEN=1` rewrites.

import Foundation
import LessonEngine

@testable import ChainScreen

@Suite struct BindingTests {
  @Test func eachHasANameOfItsOwnAKeyAndASentence() {
    expectEqual(Set(Binding.all.map(\.name)).count, Binding.all.count)
    for binding in Binding.all {
      #expect(binding.name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil && !binding.keys.isEmpty, "\(binding.name)")
      #expect(binding.help.english.hasSuffix(".") && binding.help.chinese.hasSuffix("。"), "\(binding.name)")
    }
  }

  @Test func noKeyHasTwoMeanings() {
    for place in [Binding.Places.run, .lesson] {
      // A lesson's own keys take precedence over those that it shares with a run.
      let keys = Binding.all.filter { $0.places == place || place == .run && $0.places == .everywhere }.flatMap(\.keys)
      expectEqual(Set(keys).count, keys.count)
    }
  }

  @Test(arguments: 40...160) func theFooterFitsAndAlwaysOffersHelpAndAWayOut(_ columns: Int) {
    var screen = TestScreen(.listLoader(), columns: columns)
    let footer = screen.lines[23]
    #expect(footer.contains("F1 Help"))
    #expect(footer.contains("q Quit"))
    #expect(!footer.contains("…"))
  }

  @Test func theHelpNamesEveryKey() {
    var screen = TestScreen(.listLoader(), columns: 120, rows: 140)
    screen.play("F1")
    let text = screen.draw().text
    // Where the source is not a folder, no key opens another log, and exercises have two keys of their own.
    for binding in Binding.rebindable where !["open-log", "hint", "next-exercise"].contains(binding.name) {
      #expect(text.contains(binding.help.english))
      for key in binding.keys { #expect(text.contains(key.name)) }
    }
  }

  @Test("every key that the footer offers does something on that page", arguments: ["", "W", "W Enter", "V", "L Tab"])
  func offered(keys: String) throws {
    var options = ScreenOptions(name: "list-loader", again: .scenario)
    options.takesInput = true
    var screen = TestScreen(.listLoader(), options)
    screen.view.end()
    screen.play(keys)
    let before = screen.draw()
    for item in FooterKeys.offered(screen.view) {
      var view = screen.view
      let effect = view.perform(item.binding, now: 0)
      #expect(effect != .none || view.frame(screen.size, now: 0) != before, "\(keys): \(item.binding.name)")
    }
  }

  @Test("every key that a lesson offers does something there", arguments: ["", "Right", "End", "End 1"])
  func offeredInALesson(keys: String) throws {
    var screen = try LessonScreen("race-with-timeout")
    screen.play(keys)
    let before = screen.draw()
    // Which answer it is says the digit.
    for item in FooterKeys.offered(screen.view) where item.binding.name != "answer" {
      var view = screen.view
      let effect = view.perform(item.binding, now: 0)
      #expect(effect != .none || view.frame(screen.size, now: 0) != before, "\(keys): \(item.binding.name)")
    }
  }

  @Test func thePageListsEveryKey() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/screen.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let (start, end) = ("<!-- keys -->\n", "<!-- end of keys -->\n")
    let (before, rest) = try #require(text.split(at: start))
    let (shown, after) = try #require(rest.split(at: end))
    let table = Self.table
    if ProcessInfo.processInfo.environment["PROMISESCOPE_UPDATE_GOLDEN"] == "1" {
      try (before + start + table + end + after).write(to: page, atomically: true, encoding: .utf8)
    } else {
      expectEqual(shown, table, "PROMISESCOPE_UPDATE_GOLDEN=1 rewrites docs/screen.md")
    }
  }

  private static var table: String {
    var text = ""
    for topic in Binding.Topic.allCases {
      let bindings = Binding.all.filter { $0.topic == topic }
      text += "\n| \(topic.heading.english) | | in a configuration |\n| --- | --- | --- |\n"
      for binding in bindings {
        let names = binding.keys.map { "`\($0.name)`" }.joined(separator: " ")
        let name = binding.places.contains(.run) ? "`\(binding.name)`" : ""
        text += "| \(names) | \(binding.help.english) | \(name) |\n"
      }
    }
    return text + "\n"
  }
}

extension String {
  /// What stands before and after a text.
  fileprivate func split(at text: String) -> (String, String)? {
    range(of: text).map { (String(self[..<$0.lowerBound]), String(self[$0.upperBound...])) }
  }
}
