// The whole screen of a lesson with an open question.

import LessonEngine

@Suite struct LessonPictureTests {
  @Test func anOpenQuestionAt80x24() throws {
    var screen = try LessonScreen("list-loader.remote-fails")
    screen.play("End 1 End 1 End 1 End")
    let picture = screen.text
    expectEqual(
      picture,
      #"""
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
      """#, "\n\(picture)\nEND")
  }
}
