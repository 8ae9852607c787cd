// Whole screens as text. What a reviewer of a change sees is what a person would see.

import Canvas
import ChainScreen
import Testing

@Suite struct PictureTests {
  @Test func aRunningChainAt80x24() {
    var screen = TestScreen(.listLoader())
    screen.play("Down Down")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                          lost 0   ● live   00:01.100
         8 promises  6 pending  2 fulfilled  0 rejected  0 unhandled       ▁▁▁█▁▁▁▁ 2/s
        ───── promise ────────────── state ─── outcome ────────────── time ───── 1.10 s
         ╭▾ ✔ read cache #1          fulfilled 20 items            3.50 ms ━
         │  ✔ deliver local #2       fulfilled 20 items            4.60 ms ━
        ▌│▾ ◍ fetch page #3          waiting   on #8 timeout        1.10 s ────────────
         │▾ ○ └ GET /list?page=1 #7  pending   62 % body            1.10 s ━━━━━━━━━━━╸
         │  ○   timeout #8           pending   after #7 GET /lis…   1.10 s ────────────
         │  ○ merge #4               pending   after #3 fetch pa…   1.10 s ────────────
         │  ○ save #5                pending   after #4 merge       1.10 s ────────────
         ╰  ○ keep what we had #6    pending   after #5 save        1.10 s ────────────





        ──── #3 fetch page ─────────────────────────────────────────────────────────────
            state ◍ waiting for 1.10 s
              why waits on #8 timeout since 00:00.004, 1.10 s
          waiters #4 merge                        made by then of #2 deliver local
         location Demo/ListLoader.swift:63  load(_:)
            times waited 4.60 ms · queued 200 µs · ran 0 ms · waited on #8 1.10 s
              ran queue loader  thread worker-1
         F1 Help  Space Pause  f Follow  Enter Fold  d Detail  r Run again  q Quit
        """#)
    #expect(
      screen.draw().roles == #"""
         ssssssssssss  ...........                          ffff f   o ....   #########
         s aaaaaaaa  p aaaaaaa  o aaaaaaaaa  f ffffffff  f fffffffff       bbbbbbbb ###
        rrrrr fffffff rrrrrrrrrrrrrr fffff rrr fffffff rrrrrrrrrrrrrr ffff rrrrr ffff f
         tt o .... ..... ff          ooooooooo vv vvvvv            #### ## b
         t  o ....... ..... ff       ooooooooo vv vvvvv            #### ## b
        ITT_W_....._...._FF__________WWWWWWW___FF_>>_.......________####_#_------------_
         tt n t lll llllllllllll ff  nnnnnnn   nn n ....            nnnn n ============
         t  p   ....... ff           ppppppp   fffff >> ... .....   #### # ------------
         t  p ..... ff               ppppppp   fffff >> ..... ...   #### # ------------
         t  p .... ff                ppppppp   fffff >> .....       #### # ------------
         t  p .... .... .. ... ff    ppppppp   fffff >> ....        #### # ------------





        rrrr ff sssss ssss rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr
            fffff w wwwwwww ### #### #
              fff fffff ff >> ....... ##### ########## #### #
          fffffff >> .....                        ffff ff .... ff >> ....... .....
         ffffffff ........................  ffffffff
            fffff ffffff #### ## f ffffff ### ## f fff # ## f ffffff ff >> #### #
              fff fffff ......  ffffff ........
         kk aaaa  kkkkk aaaaa  k aaaaaa  kkkkk aaaa  k aaaaaa  k aaa aaaaa  k aaaa
        """#)
  }

  @Test func theSmallestSize() {
    let screen = TestScreen(.listLoader(), columns: 40, rows: 10)
    check(
      screen,
      shows:
        #"""
         list-loader         ● live   00:01.100
         8  ○ 6  ✔ 2  ✘ 0  ! 0
        ───── promise ────── state ─────── time
        ▌╭▾ ✔ read cache #1  fulfilled  3.50 ms
         │  ✔ deliver local… fulfilled  4.60 ms
         │▾ ◍ fetch page #3  waiting     1.10 s
         │▾ ○ └ GET /list?p… pending     1.10 s
         │  ○   timeout #8   pending     1.10 s
         │  ○ merge #4       pending     1.10 s
         F1 Help  Space Pause  q Quit
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
         PromiseScope  list-loader                                                                                     lost 0   ■ ended   00:01.101
         8 promises  0 pending  3 fulfilled  5 rejected  0 unhandled                                                                      41 events
        ───── promise ───────────────────── state ─── outcome ───────────────── time ──────── 1.10 s │──── #3 fetch page ───────────────────────────
         ╭▾ ✔ read cache #1                 fulfilled 20 items               3.50 ms ━               │    state ✘ rejected after 1.10 s
         │  ✔ deliver local #2              fulfilled 20 items               4.60 ms ━               │          NetworkError
        ▌│▾ ✘ fetch page #3                 rejected  timed out after 1 s     1.10 s ─────────────── │    error timed out after 1 s
         │▾ ✘ └ GET /list?page=1 #7         rejected  timed out after 1 s     1.10 s ━━━━━━━━━━━━━━━ │      why the error comes from #7 GET
         │  ✘   timeout #8                  rejected  timed out after 1 s     1.10 s ─────────────── │          /list?page=1, handled
         │  ✘ merge #4                      rejected  timed out after 1 s     1.10 s ─────────────── │ handlers #4 merge
         │  ✘ save #5                       rejected  timed out after 1 s     1.10 s ─────────────── │  made by then of #2 deliver local
         ╰  ✔ keep what we had #6           fulfilled 20 items                1.10 s ─────────────── │ location Demo/ListLoader.swift:63  load(_:)
                                                                                                     │    times waited 4.60 ms · queued 200 µs ·
                                                                                                     │          ran 0 ms · waited on #8 1.10 s
                                                                                                     │      ran queue loader  thread worker-1
                                                                                                     │
                                                                                                     │   events 00:00.000  created from #2
                                                                                                     │          00:00.000  #4 waits on it, handles…
                                                                                                     │          00:00.004  queued on loader
                                                                                                     │          00:00.004  runs on loader, thread …
                                                                                                     │          00:00.004  its body returned a pro…
                                                                                                     │          00:00.004  resolved with #8
                                                                                                     │          00:01.100  rejected timed out afte…
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
                                                                                                     │
         F1 Help  Space Pause  f Follow  Enter Fold  d Detail  r Run again  q Quit
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
         PromiseScope  list-loader                         lost 0   # ended   00:01.101
         8 promises  0 pending  3 fulfilled  5 rejected  0 unhandled          41 events
        ----- promise -------------- state --- outcome -------------- time ----- 1.10 s
         ,- + read cache #1          fulfilled 20 items            3.50 ms =
        >|  + deliver local #2       fulfilled 20 items            4.60 ms =
         |- x fetch page #3          rejected  timed out after 1~   1.10 s ------------
         |- x `-GET /list?page=1 #7  rejected  timed out after 1~   1.10 s ============
         |  x   timeout #8           rejected  timed out after 1~   1.10 s ------------
         |  x merge #4               rejected  timed out after 1~   1.10 s ------------
         |  x save #5                rejected  timed out after 1~   1.10 s ------------
         `  + keep what we had #6    fulfilled 20 items             1.10 s ------------





        ---- #2 deliver local ----------------------------------------------------------
            state + fulfilled after 4.60 ms         value 20 items
              why its body returned              handlers #3 fetch page
          made by then of #1 read cache
         location Demo/ListLoader.swift:58  load(_:)
            times waited 3.50 ms, queued 600 us, ran 500 us
              ran queue main  thread main
         F1 Help  Space Pause  f Follow  Enter Fold  d Detail  r Run again  q Quit
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
         8 promises  2 pending  2 fulfilled  2 rejected   1 unhandled         22 events
        ───── promise ────────────── state ─── outcome ────────────── time ───── 200 ms
         ╭▾ ! all avatars #2         unhandled no such file \u{1…   150 ms ──────────
         │  ✔ ├ avatar 3 #3          fulfilled 120 kB               100 ms ━━━━━━━
        ▌│  ✘ ├ avatar 世界 #4       rejected  no such file \u{1…   150 ms ━━━━━━━━━━
         ╰  ? └ avatar 5 #5          unknown   events missing       200 ms ━━━━━━━━━━━━
         ╭▾ ✔ first #6               fulfilled 120 kB               100 ms ───────
         │  ? ├ contacts #1          unknown   events missing       200 ms ━━━━━━━━━━━━
         ╰  ↪ └ #3 avatar 3          fulfilled an input
            ▲ 1,234 events lost here ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
            ◌ forgotten #7           leaked    nothing could set…     0 ms          ━
            ⊘ sleep #8               cancelled cancelled              0 ms          ━



        ──── #4 avatar 世界 ─────────────────────────────────── the worker says hello ──
            state ✘ rejected after 150 ms  NetworkError
            error no such file \u{1B}[31m             why its resolver settled it
         handlers #2 all avatars                  made by async
         location Demo/ListLoader.swift:21  load(_:)
            times in flight 150 ms
         … events 00:00.150  rejected no such file \u{1B}[31m
         F1 Help  Space Pause  f Follow  Enter Fold  d Detail  r Run again  q Quit
        """#)
    #expect(
      screen.draw().roles == #"""
         ssssssssssss  ...........                   ! !!!!! !!!!   f fffff   #########
         s aaaaaaaa  p aaaaaaa  o aaaaaaaaa  x aaaaaaaa   u uuuuuuuuu         ff ffffff
        rrrrr fffffff rrrrrrrrrrrrrr fffff rrr fffffff rrrrrrrrrrrrrr ffff rrrrr fff ff
         tt u lll lllllll ff         uuuuuuuuu ee eeee eeee eeeee   ### ## tttttttttt
         t  o t ...... . ff          ooooooooo vvv vv               ### ## bbbbbbb
        IT__X_T_LLLLLL_LLLL_FF_______XXXXXXXX__EE_EEEE_EEEE_EEEEE___###_##_XXXXXXXXXX___
         t  z t ...... . ff          zzzzzzz   zzzzzz zzzzzzz       ### ## bbbbbbbbbbbb
         tt o ..... ff               ooooooooo vvv vv               ### ## ttttttt
         t  z t ........ ff          zzzzzzz   zzzzzz zzzzzzz       ### ## bbbbbbbbbbbb
         t  > t >> ffffff f          ooooooooo ff fffff
            ! !!!!! !!!!!! !!!! !!!! !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!
            g lllllllll ff           gggggg    ggggggg ggggg gggg     # ##          b
            c fffff ff               ccccccccc ccccccccc              # ##          b



        rrrr ff ssssss ssss rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr iii iiiiii iiii iiiii rr
            fffff x xxxxxxxx ##### ### ##  ffffffffffff
            fffff ee eeee eeee eeeeeeeeee             fff fff ffffffff fffffff ff
         ffffffff >> ... .......                  ffff ff .....
         ffffffff ........................  ffffffff
            fffff ff ffffff ### ##
         f ffffff #########  xxxxxxxx ee eeee eeee eeeeeeeeee
         kk aaaa  kkkkk aaaaa  k aaaaaa  kkkkk aaaa  k aaaaaa  k aaa aaaaa  k aaaa
        """#)
  }

  @Test func theHelpIsTheTableOfCommands() {
    var screen = TestScreen(.listLoader())
    screen.play("F1")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                          lost 0   ● live   00:01.100
         8 promises  6 pending  2 fulfilled  0 rejected  0 unhandled       ▁▁▁█▁▁▁▁ 2/s
        ─╭─ Keys and states ──────────────────────────────────────────────────────────╮
        ▌│ F1 ?        Show or hide this help.                 ○  pending             │
         │ Space       Freeze the view, not the program.       ◐  running             │
         │ f           Keep the newest promise in view.        ◍  waits on another    │
         │ Up k        Go up.                                  ✔  fulfilled           │
         │ Down j      Go down.                                ✘  rejected            │
         │ PgUp Ctrl-B Go up by a screen.                      ⊘  cancelled           │
         │ PgDn Ctrl-F Go down by a screen.                    !  rejected, unhandled │
         │ Home g      Go to the first promise.                ◌  freed while pending │
         │ End G       Go to the last promise.                 ?  events are missing  │
         │ Left h      Fold, or go towards the root.                                  │
         │ Right l     Unfold, or go to the first one inside.  ━━ its own work        │
         │ Enter       Fold or unfold.                         ── waits for another   │
         │ -           Fold.                                   ┄┄ waits for its queue │
        ─│ + =         Unfold.                                                        │─
         │ *           Fold all chains, or unfold everything.  ↪  drawn elsewhere     │
         │ d Tab       Show or hide the details.               ↻  waits for itself    │
         │ r           Start the scenario again.               ▲  events lost here    │
         │ q Ctrl-C    Leave.                                                         │
         ╰────────────────────────────────────────────────────────────────────────────╯
              ran queue loader  thread worker-1
         F1 Help  Space Pause  f Follow  Enter Fold  d Detail  r Run again  q Quit
        """#)
  }
}
