// A run at a moment, as the checks examine it.

import ChainModel
import PlainText
import PromiseTrace

/// The history of a run, what the watches know of it, and the moment.
struct RunView {
  let store: ChainStore
  let watches: Watches
  /// The moment, in nanoseconds since the log's start.
  let now: Int64

  var settings: AnalysisSettings { watches.settings }

  /// Whether all events between two moments are known, both included.
  func isWhole(from start: Int64, to end: Int64? = nil) -> Bool {
    watches.gaps.isWhole(from: start, to: end ?? store.lastTime)
  }

  /// When and why the program ended that a promise belongs to; nil while it runs.
  func end(of id: PromiseID) -> (time: Int64, reason: EndReason?)? { watches.processes.end(of: id, store) }

  /// When something that lasts was known to last too long: after some seconds, at the end at the latest.
  func overdue(since start: Int64) -> Int64 {
    let (moment, overflow) = start.addingReportingOverflow(settings.stuck)
    return overflow ? now : min(now, moment)
  }

  /// The first call sites at which code waits for one of some promises.
  func waits(for promises: [PromiseID]) -> [RelatedSite?] {
    var sites: [Site: PromiseID] = [:]
    for id in promises {
      store.forEachWaitSite(of: id) { _, site in
        if sites[site] == nil { sites[site] = id }
        return sites.count < 8
      }
    }
    return sites.sorted { ($0.value, $0.key.line) < ($1.value, $1.key.line) }.map {
      store.related($0.value, Text("awaited here", "在此等待"), at: $0.key)
    }
  }
}
