// Whole screens in Chinese, as a person would see them.

@Suite struct ChinesePictureTests {
  @Test func aRunningChainAt80x24() {
    var screen = TestScreen(.listLoader(), language: .chinese)
    screen.play("Down Down")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                                   ● 实时   00:01.100
         8 个 Promise  ○ 6 待定  ✔ 2 已兑现  ✘ 0 已拒绝            ▁▁▁█▁▁▁▁ 2 个事件/秒
        ───── Promise ─────────────── 结果 ───────────────────────── 总计 0 s────────1──
         ╭▾ ✔ read cache #1           20 items                    3.50 ms ━
         │  ✔ deliver local #2        20 items                    4.60 ms ━
        ▌│▾ ◍ fetch page #3           等待 #8 timeout              1.10 s ─────────────
         │▾ ○ └ GET /list?page=1 #7   ━━━─── 62 % body             1.10 s ━━━━━━━━━━━━╸
         │  ○   timeout #8            接在 #7 GET /list?page=1 …   1.10 s ─────────────
         │  ○ merge #4                接在 #3 fetch page 之后      1.10 s ─────────────
         │  ○ save #5                 接在 #4 merge 之后           1.10 s ─────────────
         ╰  ○ keep what we had #6     接在 #5 save 之后            1.10 s ─────────────




        ── #3 fetch page ──────────────────────────────────────────────────────────  ▾ ─
             状态 ◍ 等待中 已持续 1.10 s
             原因 等待 #8 timeout，始于 00:00.004，已 1.10 s
           等待者 #4 merge                          创建 then，来自 #2 deliver local
             位置 Demo/ListLoader.swift:63  load(_:)
             用时 等待 4.60 ms · 排队 200 µs · 运行 0 ms · 等待 #8 1.10 s
             运行 队列 loader  线程 worker-1
             事件 00:00.000  创建，来自 #2
         F1 帮助  e 问题  w 原因  P 列表  ! 只看问题  Space 暂停  Tab 面板  q 退出
        """#)
  }

  @Test func aProblemAt140x45() {
    var screen = TestScreen(.shop(), columns: 140, rows: 45, language: .chinese)
    screen.play("e e")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                                                                          丢失 0   ● 实时   00:05.000   47 个事件
         12 个 Promise  ○ 2 待定  ✔ 5 已兑现  ✘ 4 已拒绝  ◌ 1 被释放  ∞ 1 卡住（2 个受阻）   ! 1 未处理的拒绝   ▒ 1 过慢  ⚑ 1 吞错   e 下一个问题
        ───── Promise ───────────────────── 状态 ──── 结果 ────────────────────────────────────── 自身 ─── 总计 0 s───────────2─────────────4───────
         ╭▾ ○ page #10                      待定      卡在 #4 lock stock                                 5.00 s ───────────────────────────────────
         │▾ ✘ ├ GET /prices #1              已拒绝    priceService(503)  由 #3 recover 处理     300 ms   300 ms ━━━
         │  ✘ │ then #2                     已拒绝    priceService(503)  由 #3 recover 处理              300 ms ───
         │  ⚑ │ recover #3                  已兑现    捕获 priceService(503)，来自 #1                    300 ms ───
         │▾ ∞ ├ lock stock #4               被释放    根因  resolver 被丢弃：再也无法敲定               1.00 ms ┄
         │  ○ │ reserve stock #5            待定      卡在 #4 lock stock                                 5.00 s ───────────────────────────────────
         │▾ ✔ ├ GET /img/1 #6               已兑现    6                                         100 ms   100 ms ━
         │  ▒ │ decode 1 #7                 已兑现    占用 images 1.60 s                        1.60 s   1.70 s ━━━━━━━━━━━━
         │▾ ✔ └ GET /img/2 #8               已兑现    8                                         100 ms   100 ms ━
         ╰  ✔   decode 2 #9                 已兑现    排队 1.60 s，前面是 #7                   50.0 ms   1.75 s ┄┄┄┄┄┄┄┄┄┄┄━━
        ▌╭▾ ✘ GET /metrics #11              已拒绝    flaky(9)  在 #12 处未处理                 500 ms   500 ms ━━━━
         ╰  ! report #12                    未处理    未处理：flaky(9)                                   500 ms ────













        ── #11 GET /metrics 为何被拒绝 ───────────────────────────────────────── main.swift:80  metrics() ──────────────────────────────────────────
         ! "GET /metrics" (#11) 已拒绝，错误为 flaky(9) (NetworkError)，直   │  可用 --source-root 指定查找位置：找不到 Shop/main.swift。
           到 "report" (#12) 都没有处理函数处理它                            │
           在链的末尾添加 catch 或 recover，或者把 Promise 返回给会处理错误  │
           的调用方。  [unhandled-rejection]                                 │
         ✘ 错误来自 "GET /metrics" (#11) @ Shop/main.swift:80：由它的        │
           resolver 敲定                                                     │
         ! "report" (#12) @ Shop/main.swift:81 将其传递：它没有失败处理函数  │
         ! 没有处理函数处理它：属于未处理的拒绝                              │
           500 ms (100 %) #11 GET /metrics 进行中  c 关键路径                │
                                                                             │
                                                                             │
                                                                             │
                                                                             │
                                                                             │
                                                                             │
         F1 帮助  e 问题  w 原因  P 列表  ! 只看问题  Space 暂停  Tab 面板  / 搜索  c 关键路径  \ 过滤  [ ] 单步  q 退出            第 2/4 个问题。
        """#)
  }

  @Test func theHelpAt80x24() {
    var screen = TestScreen(.listLoader(), language: .chinese)
    screen.play("F1")
    check(
      screen,
      shows:
        #"""
         PromiseScope  list-loader                                   ● 实时   00:01.100
         8 个 Promi╭─ 按键 ────────────────────────────────────────────────╮2 个事件/秒
        ───── Promi│ 想找什么？                                            │s────────1──
        ▌╭▾ ✔ read │ e  哪里出了问题，逐个查看                             │
         │  ✔ deliv│ w  为何卡住：根因，以及谁持有它                       │
         │▾ ◍ fetch│ P  吞错（swallowed）、未处理的错误，以及所有问题      │───────────
         │▾ ○ └ GET│ W  泄漏（leak）：哪里在增长、内存（memory）、速率     │━━━━━━━━━━╸
         │  ○   tim│ C  最慢（slowest）的调用点：p50、p99、max；S 排序     │───────────
         │  ○ merge│ c  一个 Promise 或整次运行的时间花在哪里              │───────────
         │  ○ save │ V  与之前的运行相比变了什么                           │───────────
         ╰  ○ keep │ :  某一时刻发生了什么：30s                            │───────────
                   │ /  某个请求做了什么：handle 17 是第 17 个             │
                   │                                                       │
                   │ 哪里出了问题？                                        │
                   │ e            转到下一个问题，并显示原因。             │
        ── #1 read │ E            转到上一个问题。                         │───────  ▾ ─
             状态 ✔│ w 2          解释 Promise 的现状，并标出路径。        │
             原因  │ c 3          显示时间花在哪里；再按一次：整次运行。   │
             创建 a│ P 8          列出所有问题。                           │
             位置 D│ !            只显示有问题的 Promise，或显示全部。     │
             用时  │                                                       │
             运行  │ 查找 Promise                                          │
             事件 0╰─ 第 1/5 页   PgDn、PgUp   ? 符号与用语   / 搜索 ── ▾ ─╯
         F1 帮助  e 问题  w 原因  P 列表  ! 只看问题  Space 暂停  Tab 面板  q 退出
        """#)
  }
}
