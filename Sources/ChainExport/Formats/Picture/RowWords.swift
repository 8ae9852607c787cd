// What a picture says about a promise in a few words: its value, its error, or why it is not settled. Owns the choice and the words. The
// screen has more room and more words (`RowOutcome` in ChainScreen); findings and answers have their own sentences (ChainAnalysis).

import ChainModel
import PlainText
import PromiseTrace

/// The words of a picture or a page, in one language.
struct RowWords {
  let language: Language

  /// The word for a state.
  func state(_ state: NodeState) -> String {
    if language == .english { return state.word }
    return switch state {
    case .pending: "待定"
    case .running: "运行中"
    case .waiting: "等待中"
    case .fulfilled: "已兑现"
    case .rejected: "已拒绝"
    case .cancelled: "已取消"
    case .unhandled: "未处理"
    case .leaked: "已泄漏"
    case .unknown: "未知"
    }
  }

  /// The outcome of a promise, or what it waits for; empty if a fulfilled promise has no recorded value.
  func outcome(_ node: ChainNode) -> String {
    switch node.state {
    case .fulfilled: return node.text ?? ""
    case .rejected, .cancelled, .unhandled:
      let error = node.text ?? node.type ?? state(node.state)
      let text = node.state == .unhandled ? language("unhandled: \(error)", "未处理：\(error)") : error
      return text + (node.handledBy.map { language(" handled by #\($0)", "，由 #\($0) 处理") } ?? "")
    case .waiting:
      return node.waitsOn.map { language("waits for #\($0)", "等待 #\($0)") } ?? state(.waiting)
    case .leaked: return language("can never settle", "再也无法敲定")
    case .pending, .running, .unknown:
      var parts = [state(node.state)]
      if node.isPaused { parts.append(language("paused", "已暂停")) }
      if let progress = node.progress {
        if let percent = progress.fraction.flatMap({ NumberText.percent($0, rounded: .down) }) { parts.append(percent) }
        if let stage = progress.stage { parts.append(stage) }
      }
      return parts.joined(separator: " ")
    }
  }

  /// The number of promises in each state, without zeros, each with a representative state.
  func counts(_ counts: ChainCounts) -> [(state: NodeState, text: String)] {
    let all: [(NodeState, Int)] = [
      (.pending, counts.pending - counts.unknown), (.fulfilled, counts.fulfilled),
      (.rejected, counts.rejected), (.cancelled, counts.cancelled), (.leaked, counts.leaked),
      (.unknown, counts.unknown),
    ]
    let shown = all.filter { $0.1 > 0 }.map { ($0.0, "\(NumberText.grouped($0.1)) \(state($0.0))") }
    guard counts.unhandled > 0 else { return shown }
    return shown + [(.unhandled, "\(NumberText.grouped(counts.unhandled)) \(state(.unhandled))")]
  }

  func promises(_ count: Int) -> String {
    language(NumberText.plural(count, "promise", "promises"), "\(NumberText.grouped(count)) 个 Promise")
  }

  func lost(_ count: UInt64, isDamage: Bool) -> String {
    let number = NumberText.grouped(count)
    return language(
      OutlineRow.words(lost: count, isDamage: isDamage), isDamage ? "缺失 \(number) 个事件：日志在此损坏" : "此处丢失 \(number) 个事件")
  }

  func evicted(_ count: Int) -> String {
    language(
      NumberText.plural(count, "promise", "promises") + " no longer kept", "\(NumberText.grouped(count)) 个 Promise 不再保留"
    )
  }
}
