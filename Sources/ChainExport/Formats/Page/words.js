// The words of the page in English and Chinese. Sentences about promises come with the run, in both languages.

const WORDS = {
  en: {
    title: "PromiseScope", promises: "%1 promises", promises1: "1 promise", killed: "%1", ended: "ended", cut: "the log has no end",
    lost1: "1 event lost", evicted1: "1 promise no longer kept", bad1: "1 problem in the log",
    lost: "%1 events lost", evicted: "%1 promises no longer kept", bad: "%1 problems in the log",
    pending: "pending", running: "running", waiting: "waiting", fulfilled: "fulfilled", rejected: "rejected", canceled: "canceled",
    unhandled: "unhandled", leaked: "freed", unknown: "unknown",
    columnTree: "promise", columnOutcome: "outcome", columnTotal: "total",
    problems: "Problems", noProblems: "No problems were found.", noneYet: "None so far.", why: "Why", details: "Details", only: "Problems only",
    noWhy: "Not in this page. To see it, run: pscope why LOG %1", past: "A moment of the past. The answer is for the end of the run.",
    search: "Search", searchHint: "label, operator, error, #12", matches: "%1 of %2", noMatch: "no match",
    theme: "Light or dark", language: "中文", help: "Keys", close: "Close", play: "Play", stop: "Stop", back: "One step back", forth: "One step forward",
    toEnd: "To the end", moment: "step %1 of %2", at: "%1 of %2",
    waitsFor: "waits for #%1", handledBy: "handled by #%1", handledElsewhere: "handled on another branch, by #%1", freedPending: "freed while pending", paused: "paused", cycle: "a cycle",
    state: "State", value: "Value", error: "Error", cause: "Cause", settledAt: "Settled at", operation: "Operator", site: "Call site", elsewhere: "on another branch", bodyWord: "body", handlerWord: "handler", inside: "Created inside", from: "Derives from",
    adopts: "Resolved with", awaits: "Awaited", inputs: "Inputs", waiters: "Waited for by", via: "Outcome from", handler: "Handled by", origin: "Error from", queue: "Queue",
    thread: "Thread", own: "Own time", queued: "Queued", waited: "Waited", total: "Total", events: "Events", more: "and %1 more",
    created: "created", enqueued: "queued", started: "%1 started", finished: "%1 ended", settled: "settled", released: "freed",
    phase0: "waiting", phase1: "queued", phase2: "running", phase3: "in flight", phase4: "timer", phase5: "waiting for the promise it was resolved with", phase6: "waiting in its body",
    causeresolver: "its resolver was called", causereturned: "its %1 returned", causeadopted: "it adopted another promise",
    causepassthrough: "passed on; no handler here", causecombinator: "its inputs decided", causethrew: "its %1 threw", causetimeout: "its time ran out",
    lostHere1: "1 event lost here", damaged1: "1 event missing: the log is damaged here", evictedHere1: "1 promise no longer kept",
    moreRows1: "1 more row is not printed",
    lostHere: "%1 events lost here", damaged: "%1 events missing: the log is damaged here", evictedHere: "%1 promises no longer kept", hidden: "+%1",
    refused: "Refused settlements", progress: "Progress", error1: "error", warning1: "warning", note1: "note", moreRows: "%1 more rows are not printed",
    nothing: "No promise matches.", empty: "The log has no promises.", before: "Nothing has happened yet.",
    keys: [
      ["↑ ↓ j k", "previous, next row"], ["← →", "fold, unfold; to the row above"], ["Home End PgUp PgDn", "through the tree"],
      ["e E", "next, previous problem"], ["p", "problems only"], ["/ n N", "search; next, previous match"], ["[ ]", "one step back, forward in time"],
      ["{ }", "to the start, to the end of time"], ["Space", "play, stop"], ["+ - 0", "zoom the timeline"], ["l", "English, Chinese"], ["t", "light, dark"],
      ["?", "this list"], ["Esc", "close; show everything; to the end"],
    ],
  },
  zh: {
    title: "PromiseScope", promises: "%1 个 Promise", promises1: "1 个 Promise", killed: "%1", ended: "已结束", cut: "日志没有结尾",
    lost: "丢失 %1 个事件", evicted: "%1 个 Promise 不再保留", bad: "日志中有 %1 处问题",
    pending: "待定", running: "运行中", waiting: "等待中", fulfilled: "已兑现", rejected: "已拒绝", canceled: "已取消",
    unhandled: "未处理", leaked: "被释放", unknown: "未知",
    columnTree: "Promise", columnOutcome: "结果", columnTotal: "总计",
    problems: "问题", noProblems: "未发现问题。", noneYet: "到目前为止没有。", why: "原因", details: "详情", only: "仅看问题",
    noWhy: "此页未包含。要查看请运行：pscope why LOG %1", past: "现在显示的是过去的时刻；原因以运行结束时为准。",
    search: "搜索", searchHint: "标签、操作、错误、#12", matches: "第 %1/%2 个", noMatch: "没有匹配",
    theme: "浅色或深色", language: "English", help: "按键", close: "关闭", play: "播放", stop: "停止", back: "后退一步", forth: "前进一步",
    toEnd: "到终点", moment: "第 %1/%2 步", at: "%1 / %2",
    waitsFor: "等待 #%1", handledBy: "由 #%1 处理", handledElsewhere: "由另一个分支的 #%1 处理", freedPending: "待定时被释放", paused: "已暂停", cycle: "循环",
    state: "状态", value: "值", error: "错误", cause: "原因", settledAt: "敲定于", operation: "操作", site: "调用点", elsewhere: "（在另一个分支）", bodyWord: "函数体", handlerWord: "处理函数", inside: "创建于其内部", from: "派生自",
    adopts: "以其解决", awaits: "等待过", inputs: "输入", waiters: "等待者", via: "结果来自", handler: "处理函数", origin: "错误来自", queue: "队列",
    thread: "线程", own: "自身用时", queued: "排队", waited: "等待", total: "总计", events: "事件", more: "另有 %1 个",
    created: "创建", enqueued: "排队", started: "%1开始", finished: "%1结束", settled: "敲定", released: "释放",
    phase0: "等待", phase1: "排队", phase2: "运行", phase3: "进行中", phase4: "定时器", phase5: "等待解决它的 Promise", phase6: "在函数体中等待",
    causeresolver: "由 resolver 敲定", causereturned: "%1已返回", causeadopted: "采用了解决它的 Promise 的结果",
    causepassthrough: "原样传递，此处没有处理函数", causecombinator: "由输入决定", causethrew: "%1抛出了错误", causetimeout: "已超时",
    lostHere: "此处丢失 %1 个事件", damaged: "缺失 %1 个事件：日志在此损坏", evictedHere: "%1 个 Promise 不再保留", hidden: "+%1",
    refused: "被忽略的敲定", progress: "进度", error1: "错误", warning1: "警告", note1: "提示", moreRows: "另有 %1 行未打印",
    nothing: "没有符合条件的 Promise。", empty: "日志中没有 Promise。", before: "还没有发生任何事件。",
    keys: [
      ["↑ ↓ j k", "上一行、下一行"], ["← →", "折叠、展开；到上一级"], ["Home End PgUp PgDn", "浏览整棵树"],
      ["e E", "下一个、上一个问题"], ["p", "仅看问题"], ["/ n N", "搜索；下一个、上一个匹配"], ["[ ]", "在时间上后退、前进一步"],
      ["{ }", "到时间的起点、终点"], ["Space", "播放、停止"], ["+ - 0", "缩放时间线"], ["l", "英文、中文"], ["t", "浅色、深色"],
      ["?", "此列表"], ["Esc", "关闭；显示全部；回到终点"],
    ],
  },
};

let words = WORDS.en;

/** A phrase in the current language; %1 and %2 stand for the arguments. */
function say(key, ...values) {
  return words[key].replace(/%(\d)/g, (_, number) => values[number - 1] ?? "");
}

/** A phrase with a number, which English words in two ways. */
function count(key, number) {
  return number === 1 && `${key}1` in words ? say(`${key}1`) : say(key, grouped(number));
}

/** A number with thousands separators. */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** A duration in nanoseconds, as the terminal prints it: three significant digits. */
function duration(nanoseconds) {
  if (nanoseconds < 1) return "0 ms";
  if (nanoseconds < 1e3) return `${nanoseconds} ns`;
  const three = (value) => (value < 9.995 ? value.toFixed(2) : value < 99.95 ? value.toFixed(1) : value.toFixed(0));
  if (nanoseconds < 999.5e3) return `${three(nanoseconds / 1e3)} µs`;
  if (nanoseconds < 999.5e6) return `${three(nanoseconds / 1e6)} ms`;
  if (nanoseconds < 59.95e9) return `${three(nanoseconds / 1e9)} s`;
  const seconds = Math.round(nanoseconds / 1e9);
  const [large, small, unit, rest] =
    seconds < 3600 ? [seconds / 60, seconds % 60, "min", "s"] : [seconds / 3600, (seconds % 3600) / 60, "h", "min"];
  return `${Math.floor(large)} ${unit} ${String(Math.floor(small)).padStart(2, "0")} ${rest}`;
}
