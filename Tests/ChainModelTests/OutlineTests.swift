// The rows that the outline draws for each structure, as pictures.

@Suite struct OutlineTests {
  @Test func aLinearChainRunsDown() {
    check(
      "1 created, 2 then 1, 3 catch 2, 1 rejects \"boom\", 2 passes 1 \"boom\"",
      shows: """
        ✘ ▾ async  #1  Main:1  3.00 ms  rejected: boom
        ✘   then   #2  Main:2  3.00 ms  rejected: boom
        ○   catch  #3  Main:3  2.00 ms  pending
        """)
  }

  @Test func onlyBranchesIndent() {
    check(
      "1 created, 2 then 1, 3 then 1, 4 then 2, 5 then 3, 6 then 3, 7 created",
      shows: """
        ○ ▾ async     #1  Main:1  6.00 ms  pending
        ○   ├ then    #2  Main:2  5.00 ms  pending
        ○   │ then    #4  Main:4  3.00 ms  pending
        ○   └ then    #3  Main:3  4.00 ms  pending
        ○     ├ then  #5  Main:5  2.00 ms  pending
        ○     └ then  #6  Main:6  1.00 ms  pending
        ○ · async     #7  Main:7     0 ms  pending
        """)
  }

  @Test func aCombinatorsInputsHangBelowItWithTheirChains() {
    check(
      "1 created, 2 created, 3 then 2, 4 all, 4 takes 1 3, 5 then 4",
      shows: """
        ○ ▾ all      #4  Main:4  2.00 ms  pending
        ○   ├ async  #1  Main:1  5.00 ms  pending
        ○   └ async  #2  Main:2  4.00 ms  pending
        ○     then   #3  Main:3  3.00 ms  pending
        ○   then     #5  Main:5     0 ms  pending
        """)
  }

  @Test func anAdoptedPromiseHangsBelowItsAdopter() {
    check(
      """
      1 created, 2 then 1, 1 fulfils "a", 2 starts, 3 async "GET" in 2, 4 then 3, 2 ends, 2 adopts 4
      3 at 62% "body", 5 then 2
      """,
      shows: """
        ✔ ▾ async   #1         Main:1  2.00 ms  a
        ◍   then    #2         Main:2  8.00 ms  waits on #4
        ○   └ GET   #3  async  Main:3  5.00 ms  pending 62 % body
        ○     then  #4         Main:4  4.00 ms  pending
        ○   then    #5         Main:5     0 ms  pending
        """)
  }

  @Test func promisesCreatedInABodyHangBelowIt() {
    check(
      "1 async, 1 starts, 2 async in 1, 3 then 2, 4 async in 1, 5 then 1",
      shows: """
        ◐ ▾ async    #1  Main:1  5.00 ms  running
        ○   ├ async  #2  Main:2  3.00 ms  pending
        ○   │ then   #3  Main:3  2.00 ms  pending
        ○   └ async  #4  Main:4  1.00 ms  pending
        ○   then     #5  Main:5     0 ms  pending
        """)
  }

  @Test func anOuterPromiseUsedInABodyIsReferencedThere() {
    check(
      "1 created, 2 then 1, 2 starts, 3 async in 2, 4 all in 2, 4 takes 3 1, 2 adopts 4",
      shows: """
        ○ ▾ async      #1  Main:1  6.00 ms  pending
        ◍   then       #2  Main:2  5.00 ms  waits on #4
        ○   └ all      #4  Main:4  2.00 ms  pending
        ○     ├ async  #3  Main:3  3.00 ms  pending
              └ ↪ #1 async
        """)
  }

  @Test func aSharedPromiseIsDrawnOnce() {
    check(
      "1 created, 2 all, 2 takes 1, 3 race, 3 takes 1, 4 then 3",
      shows: """
        ○ ▾ all      #2  Main:2  4.00 ms  pending
        ○   └ async  #1  Main:1  5.00 ms  pending
        ○ ▾ race     #3  Main:3  2.00 ms  pending
            └ ↪ #1 async
        ○   then     #4  Main:4     0 ms  pending
        """)
  }

  @Test func aCycleIsDrawnAndFlagged() {
    check(
      "1 created, 2 then 1, 1 adopts 2, 9 created, 9 adopts 9",
      shows: """
        ◍ ▾ async  #1  Main:1  4.00 ms  waits on #2
            └ ↪ #2 then (a cycle)
        ○   then   #2  Main:2  3.00 ms  pending
        ◍ ▾ async  #9  Main:9  1.00 ms  waits on #9
            └ ↪ #9 async (a cycle)
        """)
  }

  @Test func aCycleThatSomethingElseHasEndedIsNone() {
    check(
      "1 created, 2 created, 3 race, 3 takes 1 2, 1 adopts 3, 2 fulfils \"v\", 3 fulfils \"v\", 1 fulfils \"v\"",
      shows: """
        ✔ ▾ race     #3  Main:3  4.00 ms  v
        ✔   ├ async  #1  Main:1  7.00 ms  v
            │ └ ↪ #3 race
        ✔   └ async  #2  Main:2  4.00 ms  v
        """)
  }

  @Test func aLossIsARowAtItsPositionAndMakesOpenPromisesUnknown() {
    check(
      "1 created, 2 created, 2 fulfils \"v\", lost 1200, 3 created, lost 1, 1 starts",
      shows: """
        ◐ · async  #1  Main:1  6.00 ms  running
        ✔ · async  #2  Main:2  1.00 ms  v
        ▲ 1,200 events lost here
        ? · async  #3  Main:3  2.00 ms  unknown
        ▲ 1 event lost here
        """)
  }

  @Test func aGapInADamagedLogSaysSoAndItsCountSaturates() {
    check(
      "1 created, damaged 3, 2 created, damaged 18446744073709551615, lost 7",
      shows: """
        ? · async  #1  Main:1  4.00 ms  unknown
        ▲ 3 events missing: the log is damaged here
        ? · async  #2  Main:2  2.00 ms  unknown
        ▲ 18,446,744,073,709,551,615 events missing: the log is damaged here
        """)
    expectEqual(Picture("damaged 18446744073709551615, lost 7").store.counts.lost, .max)
  }

  @Test func everyStateHasItsGlyphAndWord() {
    check(
      """
      1 created, 2 created, 3 created, 4 created, 5 created, 6 created, 7 created, 8 created
      2 starts, 3 adopts 99, 4 fulfils "v", 5 rejects "e", 6 cancels "c", 7 rejects "u", 7 unhandled, 8 leaks
      """,
      shows: """
        ○ · async  #1   Main:1  15.0 ms  pending
        ◐ · async  #2   Main:2  14.0 ms  running
        ◍ ▾ async  #3   Main:3  13.0 ms  waits on #99
        ?   └ ?    #99                   unknown
        ✔ · async  #4   Main:4  7.00 ms  v
        ✘ · async  #5   Main:5  7.00 ms  rejected: e
        ⊘ · async  #6   Main:6  7.00 ms  canceled: c
        ! · async  #7   Main:7  7.00 ms  unhandled: u
        ◌ · async  #8   Main:8  8.00 ms  freed while pending
        """)
  }

  @Test func aFoldHidesAChainOrTheRowsIndentedBelowALink() {
    let script = "1 created, 2 then 1, 2 starts, 3 async in 2, 4 then 3, 5 then 2, 6 created, 7 then 6"
    check(
      script, folds: [2, 6],
      shows: """
        ○ ▾ async       #1  Main:1  7.00 ms  pending
        ◐ ▸ then (+2)   #2  Main:2  6.00 ms  running
        ○   then        #5  Main:5  2.00 ms  pending
        ○ ▸ async (+1)  #6  Main:6  1.00 ms  pending
        """)
    check(
      script, folds: [1, 99],
      shows: """
        ○ ▸ async (+4)  #1  Main:1  7.00 ms  pending
        ○ ▾ async       #6  Main:6  1.00 ms  pending
        ○   then        #7  Main:7     0 ms  pending
        """)
  }

  @Test func deepLevelsAreCountedNotDrawn() {
    var script = "1 async"
    for id in 2...40 { script += ", \(id) async in \(id - 1)" }
    var picture = Picture(script)
    let last = picture.text().split(separator: "\n").last ?? ""
    #expect(last.contains("…15 "))
    #expect(last.contains("└ async"))
  }

  @Test func hostileTextStaysOnItsLine() {
    var picture = Picture("1 created \"a\u{1B}[2J\u{202E}b\", 1 rejects \"x\ty\u{9B}z\"")
    expectEqual(picture.text(), #"✘ · a\u{1B}[2J\u{202E}b  #1  async  Main:1  1.00 ms  rejected: x\ty\u{9B}z"#)
  }

  @Test func wideTextKeepsColumns() {
    check(
      "1 created \"読み込み\", 2 created \"load\"",
      shows: """
        ○ · 読み込み  #1  async  Main:1  1.00 ms  pending
        ○ · load      #2  async  Main:2     0 ms  pending
        """)
  }
}
