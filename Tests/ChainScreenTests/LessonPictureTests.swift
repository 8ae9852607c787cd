// Whole screens of a lesson, as a person sees them: an open question, the answer, and the score.

import PlainText
import Testing

@Suite struct LessonPictureTests {
  @Test("an open question at 80x24")
  func question() throws {
    var screen = try LessonScreen("list-loader.remote-fails")
    screen.play("End 1 End 1 End 1 End")
    check(
      screen,
      shows: #"""
         PromiseScope  lesson  list-loader.remote-fails     ‖ step 17 of 33   00:00.800
        ───── promise ─────────────── outcome ─────────────────────── own 0 ms────500───
         ╭▾ ✔ local parts #3          2 items                             ─────────────
         │  ✔ ├ load sticky #1        0 + 1 sticky                 400 ms ━━━━━━━
         │  ✔ └ load local #2         10 + 0 sticky                800 ms ━━━━━━━━━━━━━
        ▌│▾ ? local list #4           what happens now?                   ─────────────
         │  ✔ └ deliver local #8      10 + 1 sticky                                   ─
         │  ○ local or nothing #5     after #4 local list                 ─────────────
        ── question 4 of 9   right so far: 0 of 3 ───────── ListLoader.swift:49  loadL…─
         #8 deliver local was fulfilled with 10 + 1     │  Scenarios/ListLoader.swift …
         sticky.                                        │
         #4 local list was resolved with #8.            │
         What happens to #4?                            │
          1  It is fulfilled with the same value.       │
          2  It stays pending until its own handler     │
             runs again.                                │
          3  It is fulfilled with the promise #8.       │
         Press 1 to 3, or s to skip it.                 │
                                                        │
        ── so far ───────────────────────────────────────────────────────────────── ▴  ─
                    rules | 113 The choir is full (draft) | 112 The ferry is full.
         00:00.800  #8 deliver local was fulfilled with 10 + 1 sticky, which its body
                    returned.
         1-3 Answer  s Skip  ← Back  t English / 中文  F1 Help  q Leave
        """#)
  }

  @Test("an answer in Chinese at 80x24")
  func chineseAnswer() throws {
    var screen = try LessonScreen("list-loader.remote-fails", language: .chinese)
    screen.play("End 1 End 1 End 1 End 1 End 2")
    check(
      screen,
      shows: #"""
         PromiseScope  课程  list-loader.remote-fails  ‖ 第 18 步，共 33 步   00:00.800
        ───── Promise ─────────────── 结果 ───────────────────────── 自身 0 ms────500───
         ╭▾ ✔ local parts #3          2 items                             ─────────────
         │  ✔ ├ load sticky #1        0 + 1 sticky                 400 ms ━━━━━━━
         │  ✔ └ load local #2         10 + 0 sticky                800 ms ━━━━━━━━━━━━━
         │▾ ✔ local list #4           10 + 1 sticky                       ─────────────
         │  ✔ └ deliver local #8      10 + 1 sticky                                   ─
        ▌│  ✔ local or nothing #5     10 + 1 sticky                       ─────────────
        ── 问题 5/9   已答对 2 题，共 5 题 ──────────────── ListLoader.swift:31  byPol…─
         #5 会怎样？                                    │  找不到 Scenarios/ListLoader…
            1  它的处理函数会运行，因为轮到它了。       │
          ✔ 2  它也兑现，值为 10 + 1 sticky；它的处理函 │
               数不会运行。                             │
            3  它一直待定：没有错误可处理。             │
            4  它被拒绝：它的处理函数没有用上。         │
                                                        │
         答对了。                                       │
         值会越过只处理拒绝的函数。                     │
                                                        │
        ── 经过 ─────────────────────────────────────────────────────────────────── ▴  ─
                    兑现。
         00:00.800  #5 local or nothing 没有针对值的处理函数，因此值原样传递：它已兑
                    现，值为 10 + 1 sticky。
         → 下一步  ← 后退  Space 播放  t English / 中文  F1 帮助  q 离开
        """#)
  }

  @Test("the score at 60x16")
  func score() throws {
    var screen = try LessonScreen("race-with-timeout", columns: 60, rows: 16)
    for _ in 0..<8 { screen.play("End 3") }
    screen.play("End")
    check(
      screen,
      shows: #"""
         PromiseScope  lesson  race-with-timeout
        ── score ───────────────────────────────────────────────────
          You answered 5 of 8 questions right.

          Worth repeating:
          ▸ all needs every input; only race is decided by the
            first one that settles.
          ▸ One rejected input rejects all; it is not left out.
          ▸ A rejection handler does not end a chain: the chain
            continues with what it returns.

          Press q to leave, or the left arrow to look again.



         ← Back  t English / 中文  F1 Help  q Leave
        """#)
  }

  private func check(_ screen: LessonScreen, shows expected: String, at location: SourceLocation = #_sourceLocation) {
    var screen = screen
    let picture = screen.text
    #expect(picture == expected, "\n\(picture)\nEND", sourceLocation: location)
  }
}
