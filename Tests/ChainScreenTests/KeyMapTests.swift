// Rebinding keys, and the conflicts that it can cause.

@Suite struct KeyMapTests {
  @Test func withoutChangesItIsTheTable() throws {
    try expectEqual(KeyMap(rebinding: []), .standard)
    for binding in Binding.rebindable {
      expectEqual(KeyMap.standard.keys(for: binding), binding.keys)
      for key in binding.keys { expectEqual(KeyMap.standard.binding(for: key), binding) }
    }
  }

  @Test func reboundCommandsHaveTheirNewKeysOnly() throws {
    let map = try KeyMap(rebinding: [("quit", [.character("Q"), .function(12)]), ("pause", [])])
    expectEqual(map.binding(for: .character("Q")), .quit)
    expectEqual(map.binding(for: .function(12)), .quit)
    #expect(map.binding(for: .character("q")) == nil)
    #expect(map.binding(for: .character(" ")) == nil)
    expectEqual(map.keys(for: .quit), [.character("Q"), .function(12)])
    expectEqual(map.binding(for: .down)?.name, "down")
  }

  @Test func keysCanBeSwapped() throws {
    let map = try KeyMap(rebinding: [("up", [.down]), ("down", [.up])])
    #expect(map.binding(for: .up)?.name == "down" && map.binding(for: .down)?.name == "up")
  }

  @Test func aKeyOfAnotherCommandIsAConflict() {
    #expect(throws: KeyMap.Conflict.taken(.character("q"), by: "quit", and: "pause")) {
      try KeyMap(rebinding: [("pause", [.character("q")])])
    }
    #expect(throws: KeyMap.Conflict.taken(.function(12), by: "pause", and: "up")) {
      try KeyMap(rebinding: [("pause", [.function(12)]), ("up", [.function(12)])])
    }
  }

  @Test func aKeyMayBeListedTwice() throws {
    try expectEqual(
      KeyMap(rebinding: [("pause", [.function(12), .function(12)])]).binding(for: .function(12))?.name, "pause")
  }

  @Test func somethingHasToQuit() throws {
    let map = try KeyMap(rebinding: [("quit", [])])
    #expect(map.keys(for: .quit).isEmpty && map.binding(for: .control("c")) == .quit)
    #expect(throws: KeyMap.Conflict.cannotQuit) { try KeyMap(rebinding: [("quit", []), ("pause", [.control("c")])]) }
  }
}
