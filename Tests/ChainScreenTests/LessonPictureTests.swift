// Whole screens of a lesson, as a person sees them: an open question, the answer, and the score.

import LessonEngine

@Suite struct LessonPictureTests {
  @Test func anOpenQuestionAt80x24() throws {
    var screen = try LessonScreen("list-loader.remote-fails")
    screen.play("End 1 End 1 End 1 End")
    check(
      screen,
      shows: #"""
         PromiseScope  lesson  list-loader.remote-fails      ‖ step 8 of 19   00:00.000
        ───── promise ─────────────── outcome ───────────────────── total ──────────────
         ╭▾ ○ local parts #3          0 of 2 settled                 0 ms ─
         │  ○ ├ load sticky #1        ListPartSet:27                 0 ms ─
         │  ○ └ load local #2         ListPartSet:29                 0 ms ─
        ▌╰  ? local list #4           what happens now?              0 ms ─




        ── question 4 of 5   right so far: 1 of 3 ───── ListLoader.swift:49  loadLocal…─
         What happens to `local list`, which was    │  --source-root says where to loo…
         created just now?                          │
                                                    │
          1  It is rejected with an error that this │
             code or its source throws.             │
          2  It is canceled.                        │
          3  It is fulfilled with a value, also if  │
             that is empty.                         │
          4  It stays pending.                      │
                                                    │
         Press 1 to 4, or J to skip it.             │
                                                    │
         1-4 Answer  J Skip  ← Back  I English / 中文  F1 Help  q Leave
        """#)
  }

  @Test func anAnswerInChineseAt80x24() throws {
    var screen = try LessonScreen("list-loader.remote-fails", language: .chinese)
    screen.play("End 1 End 1 End 1 End 2")
    check(
      screen,
      shows: #"""
         PromiseScope  课程  list-loader.remote-fails   ‖ 第 8 步，共 19 步   00:00.000
        ───── Promise ─────────────── 结果 ───────────────────────── 总计 ──────────────
         ╭▾ ○ local parts #3          已敲定 0/2                     0 ms ─
         │  ○ ├ load sticky #1        ListPartSet:27                 0 ms ─
         │  ○ └ load local #2         ListPartSet:29                 0 ms ─
        ▌╰  ○ local list #4           接在 #3 local parts 之后       0 ms ─





        ── 问题 4/5   已答对 1 题，共 4 题 ──────────── ListLoader.swift:49  loadLocal…─
         刚刚创建的 `local list` 会怎样？           │  可用 --source-root 指定查找位置…
            1  它被拒绝，错误由这段代码或它的来源抛 │
               出。                                 │
          ✘ 2  它被取消。                           │
          ✔ 3  它会兑现；值也可以是空的。           │
            4  它一直待定。                         │
         不对。#4 local list 没有被取消。Promise 只 │
         敲定一次，或者永不敲定。                   │
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
        ── score ───────────────────────────────────────────────────
          You answered 1 of 5 questions right.

          Worth repeating:
          ▸ A promise settles once, or never.

          Press q to leave, or the left arrow to look again.







         ← Back  I English / 中文  F1 Help  q Leave
        """#)
  }

  private func check(_ screen: LessonScreen, shows expected: String, at location: SourceLocation = #_sourceLocation) {
    var screen = screen
    let picture = screen.text
    expectEqual(picture, expected, "\n\(picture)\nEND", sourceLocation: location)
  }
}
