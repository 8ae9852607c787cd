// A critical path as shares: which call sites took how much of its time. Owns the merging, and the order: the greatest share first.

import ChainModel
import PromiseTrace

/// A part of a critical path: its segments of one kind, of promises from one call site, that waited for promises from one other.
package struct PathShare: Sendable, Equatable {
  /// The longest of the segments, which stands for all of them.
  package var longest: PathSegment
  /// The number of promises whose time it is.
  package var promises: Int
  /// The number of promises that they were queued behind, or waited for.
  package var others: Int
  /// The time of all of the segments, in nanoseconds.
  package var time: Int64
}

extension CriticalPath {
  /// The path by call site, the greatest share first.
  ///
  /// - Parameter store: The history.
  /// - Returns: The shares, which add up to the total.
  /// - Complexity: O(*n* log *n*) in the number of segments.
  package func shares(in store: ChainStore) -> [PathShare] {
    struct Key: Hashable {
      var kind: PathSegment.Kind
      var origin: UInt64
      var other: UInt64
    }
    // A promise whose call site is not known stands for itself.
    func origin(_ id: PromiseID) -> UInt64 {
      guard id != 0, let facts = store.facts(id), facts.origin != .max, facts.site.line > 0 else { return id }
      return 1 << 63 | UInt64(facts.origin)
    }
    var groups: [Key: (share: PathShare, promises: Set<PromiseID>, others: Set<PromiseID>)] = [:]
    for segment in segments {
      // What a body was queued behind matters less than that it was queued.
      let other = segment.kind == .queued ? 0 : origin(segment.other)
      let key = Key(kind: segment.kind, origin: origin(segment.promise), other: other)
      var group = groups[key] ?? (PathShare(longest: segment, promises: 0, others: 0, time: 0), [], [])
      if segment.duration > group.share.longest.duration { group.share.longest = segment }
      group.share.time += segment.duration
      group.promises.insert(segment.promise)
      if segment.other != 0 { group.others.insert(segment.other) }
      groups[key] = group
    }
    let shares = groups.values.map { group in
      var share = group.share
      (share.promises, share.others) = (group.promises.count, group.others.count)
      return share
    }
    return shares.sorted { ($1.time, $0.longest.start) < ($0.time, $1.longest.start) }
  }
}
