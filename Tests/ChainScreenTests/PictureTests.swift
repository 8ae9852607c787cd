// Whole screens as text. A reviewer of a change sees what a user would see.

import ChainAnalysis

@Suite struct PictureTests {
  @Test func aRunningChainAt80x24() {
    var screen = TestScreen(.listLoader())
    screen.play("Down Down")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                                   ● live   00:01.100
         8 promises  ○ 6 pending  ✔ 2 fulfilled  ✘ 0 rejected       ▁▁▁█▁▁▁▁ 2 events/s
        ───── promise ─────────────── outcome ───────────────────── total 0 s────────1──
         ╭▾ ✔ read cache #1           20 items                    3.50 ms ━
         │  ✔ deliver local #2        20 items                    4.60 ms ━
        ▌│▾ ◍ fetch page #3           on #8 timeout                1.10 s ─────────────
         │▾ ○ └ GET /list?page=1 #7   ━━━─── 62 % body             1.10 s ━━━━━━━━━━━━╸
         │  ○   timeout #8            after #7 GET /list?page=1    1.10 s ─────────────
         │  ○ merge #4                after #3 fetch page          1.10 s ─────────────
         │  ○ save #5                 after #4 merge               1.10 s ─────────────
         ╰  ○ keep what we had #6     after #5 save                1.10 s ─────────────




        ── #3 fetch page ──────────────────────────────────────────────────────────  ▾ ─
            state ◍ waiting for 1.10 s
              why waits on #8 timeout since 00:00.004, 1.10 s
          waiters #4 merge                       made by then of #2 deliver local
         location Demo/ListLoader.swift:63  load(_:)
            times waited 4.60 ms · queued 200 µs · ran 0 ms · waited on #8 1.10 s
              ran queue loader  thread worker-1
           events 00:00.000  created from #2
         F1 Help  e Problem  w Why  P List  ! Only  Space Pause  Tab Pane  q Quit
        """#)
    expectEqual(
      screen.draw().roles,
      #"""
       ssssssssssss  ...........                                   o ....   #########
       s aaaaaaaa  p p aaaaaaa  o o aaaaaaaaa  f f ffffffff       bbbbbbbb # ffffffff
      rrrrr fffffff rrrrrrrrrrrrrrr fffffff rrrrrrrrrrrrrrrrrrrrr fffff ' 'rrrrrrrr'rr
       tt o .... ..... ff           vv vvvvv                    #### ## b
       t  o ....... ..... ff        vv vvvvv                    #### ## b
      ITT_W_....._...._FF___________FF_>>_.......________________####_#_-------------_
       tt n t lll llllllllllll ff   ===--- nn n ....             #### # =============
       t  p   ....... ff            fffff >> ... ............    #### # -------------
       t  p ..... ff                fffff >> ..... ....          #### # -------------
       t  p .... ff                 fffff >> .....               #### # -------------
       t  p .... .... .. ... ff     fffff >> ....                #### # -------------




      rr ff sssss ssss rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr  k r
          fffff w wwwwwww ### #### #
            fff fffff ff >> ....... ##### ########## #### #
        fffffff >> .....                       ffff ff .... ff >> ....... .....
       ffffffff ........................  ffffffff
          fffff ffffff #### ## f ffffff ### ## f fff # ## f ffffff ff >> #### #
            fff fffff ......  ffffff ........
         ffffff #########  ....... ffff >>
       kk aaaa  k aaaaaaa  k aaa  k aaaa  k aaaa  kkkkk aaaaa  kkk aaaa  k aaaa
      """#)
  }

  @Test func theSmallestSize() {
    let screen = TestScreen(.listLoader(), columns: 40, rows: 10)
    check(
      screen,
      shows:
        #"""
         list-loader         ● live   00:01.100
         8  ○ 6  ✔ 2  ✘ 0
        ───── promise ────────────── row 1 of 8
        ▌╭▾ ✔ read cache #1      20 items
         │  ✔ deliver local #2   20 items
         │▾ ◍ fetch page #3      on #8 timeout
         │▾ ○ └ GET /list?page=1 #7 ━━━─── 62 …
         │  ○   timeout #8       after #7 GET …
         │  ○ merge #4           after #3 fetc…
         F1 Help  e Problem  w Why  q Quit
        """#)
  }

  @Test func detailsBesideTheTreeOnAWideScreen() {
    var screen = TestScreen(.listLoader(failing: true), columns: 140, rows: 45)
    screen.view.end()
    screen.play("Down Down")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                                                                         0 lost   ■ ended   00:01.101   41 events
         8 promises  ○ 0 pending  ✔ 3 fulfilled  ✘ 5 rejected
        ───── promise ───────────────────── state ─── outcome ──────────────────────────────────── own ── total 0 s────────────0.5─────────────1.0──
         ╭▾ ✔ read cache #1                 fulfilled 20 items                                 3.10 ms  3.50 ms ━
         │  ✔ deliver local #2              fulfilled 20 items                                  500 µs  4.60 ms ━
        ▌│▾ ✘ fetch page #3                 rejected  timed out after 1 s                                1.10 s ───────────────────────────────────
         │▾ ✘ └ GET /list?page=1 #7         rejected  timed out after 1 s                       1.10 s   1.10 s ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
         │  ✘   timeout #8                  rejected  timed out after 1 s                                1.10 s ───────────────────────────────────
         │  ✘ merge #4                      rejected  timed out after 1 s                                1.10 s ───────────────────────────────────
         │  ✘ save #5                       rejected  timed out after 1 s                                1.10 s ───────────────────────────────────
         ╰  ✔ keep what we had #6           fulfilled 20 items                                  500 µs   1.10 s ──────────────────────────────────━

















        ── #3 fetch page ───────────────────────────────────────────────  ▾ ──── ListLoader.swift:63  load(_:) ─────────────────────────────────────
            state ✘ rejected after 1.10 s  NetworkError                      │  --source-root says where to look: Demo/ListLoader.swift was not fo…
            error timed out after 1 s                                        │
              why the error comes from #7 GET /list?page=1, handled          │
         handlers #4 merge                                                   │
          made by then of #2 deliver local                                   │
         location Demo/ListLoader.swift:63  load(_:)                         │
            times waited 4.60 ms · queued 200 µs · ran 0 ms · waited on #8   │
                  1.10 s                                                     │
              ran queue loader  thread worker-1                              │
           events 00:00.000  created from #2                                 │
                  00:00.000  #4 waits on it, handles values                  │
                  00:00.004  queued on loader                                │
                  00:00.004  runs on loader, thread worker-1                 │
                  00:00.004  its handler returned a promise                  │
                  00:00.004  resolved with #8                                │
         F1 Help  e Problem  w Why  P List  ! Only  Space Play  Tab Pane  / Search  c Critical path  \ Filter  [ ] Step  Enter Fold  q Quit
        """#)
  }

  @Test func asciiOnly() {
    var screen = TestScreen(.listLoader(failing: true), ascii: true)
    screen.view.end()
    screen.play("Down")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                                  # ended   00:01.101
         8 promises  . 0 pending  + 3 fulfilled  x 5 rejected
        ----- promise --------------- outcome --------------------- total 0 s--------1--
         ,v + read cache #1           20 items                    3.50 ms =
        ]|  + deliver local #2        20 items                    4.60 ms =
         |v x fetch page #3           timed out after 1 s          1.10 s -------------
         |v x `-GET /list?page=1 #7   timed out after 1 s          1.10 s =============
         |  x   timeout #8            timed out after 1 s          1.10 s -------------
         |  x merge #4                timed out after 1 s          1.10 s -------------
         |  x save #5                 timed out after 1 s          1.10 s -------------
         `  + keep what we had #6     20 items                     1.10 s ------------=




        -- #2 deliver local -------------------------------------------------------  v -
            state + fulfilled after 4.60 ms        value 20 items
              why its handler returned          handlers #3 fetch page
          made by then of #1 read cache
         location Demo/ListLoader.swift:58  load(_:)
            times waited 3.50 ms, queued 600 us, ran 500 us
              ran queue main  thread main
           events 00:00.000  created from #1
         F1 Help  e Problem  w Why  P List  ! Only  Space Play  Tab Pane  q Quit
        """#)
  }

  @Test func lossesAlarmsAndHostileText() {
    var screen = TestScreen(.avatars())
    screen.view.end()
    screen.play("Down Down")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                   ▲ 1,234 lost   ■ ended   00:00.200
         8  ○ 0  ✔ 2  ✘ 2  ◌ 1  ⊘ 1  ? 2   ! 1 unhandled   ∞ 1 hang   e next problem
        ───── promise ─────────────── outcome ───────────────────── total 0 ms──100─────
         ╭▾ ! all avatars #2          unhandled: no such file \…   150 ms ──────────
         │  ✔ ├ avatar 3 #3           120 kB                       100 ms ━━━━━━━
        ▌│  ✘ ├ avatar 世界 #4        no such f… unhandled at #2   150 ms ━━━━━━━━━━
         ╰  ? └ avatar 5 #5           events missing               200 ms ━━━━━━━━━━━━━
         ╭▾ ✔ first #6                120 kB                       100 ms ───────
         │  ? ├ contacts #1           events missing               200 ms ━━━━━━━━━━━━━
         ╰  ↪ └ #3 avatar 3           an input
            ▲ 1,234 events lost here ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
            ∞ forgotten #7            ROOT  resolver dropped: n…     0 ms          ─
            ⊘ sleep #8                cancelled                      0 ms          ─


        ── #4 avatar 世界 ─────────────────────────────────────────────────────────  ▾ ─
            state ✘ rejected after 150 ms  NetworkError
            error no such file \u{1B}[31m            why its resolver settled it
         handlers #2 all avatars                 made by async
         location Demo/ListLoader.swift:21  load(_:)
            times in flight 150 ms
           events 00:00.000  created
                  00:00.000  #2 waits on it, handles values
         F1 Help  e Problem  w Why  P List  ! Only  Space Play  Tab Pane  q Quit
        """#)
    expectEqual(
      screen.draw().roles,
      #"""
       ssssssssssss  ...........                   ! !!!!! !!!!   f fffff   #########
       s  f f  o o  x x  g g  c c  z z   * * *********   + + ++++   k aaaa aaaaaaa
      rrrrr fffffff rrrrrrrrrrrrrrr fffffff rrrrrrrrrrrrrrrrrrrrr fffff ' ''rr'''rrrrr
       tt * lll lllllll ff          xxxxxxxxxx xx xxxx xxxx xx   ### ## tttttttttt
       t  o t ...... . ff           vvv vv                       ### ## bbbbbbb
      IT__*_T_LLLLLL_LLLL_FF________EE_EEEE_EE_XXXXXXXXX_XX_>>___###_##_XXXXXXXXXX____
       t  z t ...... . ff           zzzzzz zzzzzzz               ### ## bbbbbbbbbbbbb
       tt o ..... ff                vvv vv                       ### ## ttttttt
       t  z t ........ ff           zzzzzz zzzzzzz               ### ## bbbbbbbbbbbbb
       t  > t >> ffffff f           ff fffff
          ! !!!!! !!!!!! !!!! !!!! !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!
          + lllllllll ff            ++++  ++++++++ ++++++++ ++     # ##          +
          c fffff ff                ccccccccc                      # ##          t


      rr ff ssssss ssss rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr  k r
          fffff x xxxxxxxx ##### ### ##  ffffffffffff
          fffff ee eeee eeee eeeeeeeeee            fff fff ffffffff fffffff ff
       ffffffff >> ... .......                 ffff ff .....
       ffffffff ........................  ffffffff
          fffff ff ffffff ### ##
         ffffff #########  .......
                #########  >> ..... .. ..f fffffff ffffff
       kk aaaa  k aaaaaaa  k aaa  k aaaa  k aaaa  kkkkk aaaa  kkk aaaa  k aaaa
      """#)
  }

  @Test func theHelpIsTheTableOfCommands() {
    var screen = TestScreen(.listLoader())
    screen.play("F1")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                                   ● live   00:01.100
         8 prom╭─ Keys ─────────────────────────────────────────────────────────╮ents/s
        ───── p│ What do you look for?                                          │────1──
        ▌╭▾ ✔ r│ e  what is wrong, one problem after another                    │
         │  ✔ d│ w  why it hangs: the root, and who holds it                    │
         │▾ ◍ f│ P  swallowed and unhandled errors, all problems                │──────
         │▾ ○ └│ W  a leak: what grows, memory, rates by call site              │━━━━━╸
         │  ○  │ C  the slowest call sites: p50, p99, max; S sorts              │──────
         │  ○ m│ c  where the time of one promise, or of the run, went          │──────
         │  ○ s│ V  what changed since the former run                           │──────
         ╰  ○ k│ :  what happened at a moment: 30s                              │──────
               │ /  what a request did: handle 17 is the 17th                   │
               │                                                                │
               │ What is wrong?                                                 │
               │ e            Go to the next problem and show why.              │
        ── #1 r│ E            Go to the previous problem.                       │──  ▾ ─
            sta│ w 2          Show why the promise is as it is; mark the path.  │
              w│ c 3          Show where its time went; again: the whole run.   │
          made │ P 8          List all problems.                                │
         locati│ !            Show only promises with problems, or all.         │
            tim│                                                                │
              r│ Find a promise                                                 │
           even╰─ page 1 of 5   PgDn, PgUp   ? glyphs and words   / search ─ ▾ ─╯
         F1 Help  e Problem  w Why  P List  ! Only  Space Pause  Tab Pane  q Quit
        """#)
  }
}
