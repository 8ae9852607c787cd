// Rebinding keys, and the conflicts that it can cause.

import Canvas
import ChainScreen
import TestSupport
import Testing

@Suite struct KeyMapTests {
  @Test func withoutChangesItIsTheTable() throws {
    try expectEqual(KeyMap(rebinding: []), .standard)
    for command in Command.all {
      expectEqual(KeyMap.standard.keys(for: command.action), command.keys)
      for key in command.keys { expectEqual(KeyMap.standard.action(for: key), command.action) }
    }
  }

  @Test func reboundCommandsHaveTheirNewKeysOnly() throws {
    let map = try KeyMap(rebinding: [(.quit, [.character("Q"), .function(12)]), (.pause, [])])
    expectEqual(map.action(for: .character("Q")), .quit)
    expectEqual(map.action(for: .function(12)), .quit)
    #expect(map.action(for: .character("q")) == nil)
    #expect(map.action(for: .character(" ")) == nil)
    expectEqual(map.keys(for: .quit), [.character("Q"), .function(12)])
    expectEqual(map.action(for: .down), .down)
  }

  @Test func keysCanBeSwapped() throws {
    let map = try KeyMap(rebinding: [(.up, [.down]), (.down, [.up])])
    #expect(map.action(for: .up) == .down && map.action(for: .down) == .up)
  }

  @Test func aKeyOfAnotherCommandIsAConflict() {
    #expect(throws: KeyMap.Conflict.taken(.character("q"), by: .quit, and: .pause)) {
      try KeyMap(rebinding: [(.pause, [.character("q")])])
    }
    #expect(throws: KeyMap.Conflict.taken(.function(12), by: .pause, and: .up)) {
      try KeyMap(rebinding: [(.pause, [.function(12)]), (.up, [.function(12)])])
    }
  }

  @Test func aKeyMayBeListedTwice() throws {
    try expectEqual(KeyMap(rebinding: [(.pause, [.function(12), .function(12)])]).action(for: .function(12)), .pause)
  }

  @Test func somethingHasToQuit() throws {
    let map = try KeyMap(rebinding: [(.quit, [])])
    #expect(map.keys(for: .quit).isEmpty && map.action(for: .control("c")) == .quit)
    #expect(throws: KeyMap.Conflict.cannotQuit) { try KeyMap(rebinding: [(.quit, []), (.pause, [.control("c")])]) }
  }

  @Test func namesOfCommandsReadBack() {
    for action in Action.allCases {
      expectEqual(Action(named: action.name), action)
      #expect(action.name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(action.name)")
    }
    #expect(Action.pageDown.name == "page-down" && Action.toggleAllFolds.name == "toggle-all-folds")
    #expect(Action(named: "pageDown") == nil)
  }
}
