// The keys that search, filter, and sort.

import Canvas
import PlainText

extension Binding {
  static let finding: [Binding] = [
    Binding(
      "search", [.character("/"), .function(3)], .finding,
      Text("Search labels, values, errors, call sites, IDs.", "搜索标签、值、错误、调用点和 ID。"), needsTree: true,
      footer: { _ in Label(6, "Search", "搜索") }, run: { $0.openSearch() }),
    Binding(
      "next-match", [.character("n")], .finding, Text("Go to the next match.", "转到下一个匹配。"), needsTree: true
    ) { $0.goToMatch(1) },
    Binding(
      "previous-match", [.character("N")], .finding, Text("Go to the previous match.", "转到上一个匹配。"), needsTree: true
    ) { $0.goToMatch(-1) },
    Binding(
      "filter", [.character("\\"), .function(4)], .finding,
      Text("Filter promises; in the log, events.", "过滤 Promise；在日志中过滤事件。"), needsTree: true,
      footer: { _ in Label(8, "Filter", "过滤") }, run: { $0.openFilter() }),
    Binding(
      "sort", [.character("S"), .function(6)], .finding, Text("Sort the chains, or the call sites.", "排序各条链或调用点。")
    ) { $0.sort() },
    Binding(
      "swap-times", [.character("D")], .finding,
      Text("Show the own time, or the total time.", "显示自身用时，或总时长。"), needsTree: true
    ) { $0.swapTimes() },
    Binding(
      "follow", [.character("f")], .finding, Text("Keep the newest promise in view.", "让最新的 Promise 保持可见。"),
      needsTree: true, footer: { Label(11, "Follow", "跟随", isOn: $0.state.isFollowing) }, run: { $0.toggleFollowing() }),
  ]
}
