// Whole screens of a lesson, as a person sees them: an open question, the answer, and the score.

import LessonEngine

@Suite struct LessonPictureTests {
  @Test func anOpenQuestionAt80x24() throws {
    var screen = try LessonScreen("list-loader.remote-fails")
    screen.play("End 1 End 1 End 1 End")
    check(
      screen,
      shows: #"""
         PromiseScope  lesson  list-loader.remote-fails      ‖ step 9 of 21   00:00.800
        ───── promise ─────────────── outcome ─────── row 4 of 8 ── total 0 ms────500───
         ╭▾ ✔ local parts #3          2 items                      800 ms ─────────────
         │  ✔ ├ load sticky #1        0 + 1 sticky                 400 ms ━━━━━━━
         │  ✔ └ load local #2         10 + 0 sticky                800 ms ━━━━━━━━━━━━━
        ▌│▾ ? local list #4           what happens now?            800 ms ─────────────
         │  ○ └ deliver local #8      queued on main                 0 ms             ─
         │  ○ local or nothing #5     after #4 local list          800 ms ─────────────
        ── question 4 of 10   right so far: 1 of 3 ──── ListLoader.swift:49  loadLocal…─
         The handler of #4 local list returned the  │  --source-root says where to loo…
         promise #8 deliver local, which is         │
         pending.                                   │
         What happens to #4?                        │
                                                    │
          1  It is fulfilled at once; the promise   │
             is its value.                          │
          2  It stays pending until #8 settles.     │
          3  It never settles: its handler gave no  │
             value.                                 │
                                                    │
         Press 1 to 3, or J to skip it.             │
                                                    │
                                                    │
         1-3 Answer  J Skip  ← Back  I English / 中文  F1 Help  q Leave
        """#)
  }

  @Test func anAnswerInChineseAt80x24() throws {
    var screen = try LessonScreen("list-loader.remote-fails", language: .chinese)
    screen.play("End 1 End 1 End 1 End 1 End 2")
    check(
      screen,
      shows: #"""
         PromiseScope  课程  list-loader.remote-fails  ‖ 第 11 步，共 21 步   00:00.800
        ───── Promise ─────────────── 结果 ───────────────────────── 总计 0 ms────500───
         ╭▾ ✔ local parts #3          2 items                      800 ms ─────────────
         │  ✔ ├ load sticky #1        0 + 1 sticky                 400 ms ━━━━━━━
         │  ✔ └ load local #2         10 + 0 sticky                800 ms ━━━━━━━━━━━━━
        ▌│▾ ✔ local list #4           10 + 1 sticky                800 ms ─────────────
         │  ✔ └ deliver local #8      10 + 1 sticky                  0 ms             ─
         │  ○ local or nothing #5     ListLoader:31                800 ms ─────────────
         │  ○ then remote #6          接在 #5 local or nothing …   800 ms ─────────────
         ╰  ○ keep the list #7        接在 #6 then remote 之后     800 ms ─────────────
        ── 问题 5/10   已答对 1 题，共 5 题 ─────────── ListLoader.swift:49  loadLocal…─
         #4 会怎样？                                │  可用 --source-root 指定查找位置…
            1  它一直待定，直到自己的处理函数再次运 │
               行。                                 │
          ✘ 2  它以 Promise #8 为值兑现。           │
          ✔ 3  它以同样的值兑现。                   │
         不对。#4 已兑现，值为 10 + 1 sticky。      │
         Promise 的值不会是另一个 Promise；处理函数 │
         返回了 Promise，就以那个 Promise 的结果为  │
         准。                                       │
         800 ms 时：#4 local list 已兑现，值为 10 + │
         1 sticky，因为 #8 deliver local 已兑现。   │
                                                    │
         → 下一步  ← 后退  Space 播放  I English / 中文  F1 帮助  q 离开
        """#)
  }

  @Test func theScoreAt60x16() throws {
    var screen = try LessonScreen("race-with-timeout", columns: 60, rows: 16)
    while screen.walk?.place != .score { screen.play("End 3") }
    screen.play("End")
    check(
      screen,
      shows: #"""
         PromiseScope  lesson  race-with-timeout
        ── score ──────────────────────────────────────────────  ▾ ─
          You answered 2 of 9 questions right.

          Worth repeating:
          ▸ Bodies and handlers run whether or not anything asks
            for the value.
          ▸ race settles as its first input does, with a value or
            with a rejection.
          ▸ The inputs of a combinator settle on their own,
            whatever it does.
          ▸ A rejection ends only at a rejection handler, not at
            the next promise.
          ▸ An error does not leave the rest of a chain pending: it
            settles it.
         ← Back  I English / 中文  F1 Help  q Leave
        """#)
  }

  private func check(_ screen: LessonScreen, shows expected: String, at location: SourceLocation = #_sourceLocation) {
    var screen = screen
    let picture = screen.text
    expectEqual(picture, expected, "\n\(picture)\nEND", sourceLocation: location)
  }
}
