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
    // Changed in place: taking a group with its sets out of a dictionary copies the sets for each segment.
    var groups: [(share: PathShare, promises: Set<PromiseID>, others: Set<PromiseID>)] = []
    var indices: [Key: Int] = [:]
    for segment in segments {
      // What a body was queued behind matters less than that it was queued.
      let other = segment.kind == .queued ? 0 : origin(segment.other)
      let key = Key(kind: segment.kind, origin: origin(segment.promise), other: other)
      let index = indices[key] ?? groups.count
      if index == groups.count {
        indices[key] = index
        groups.append((PathShare(longest: segment, promises: 0, others: 0, time: 0), [], []))
      }
      if segment.duration > groups[index].share.longest.duration { groups[index].share.longest = segment }
      groups[index].share.time += segment.duration
      groups[index].promises.insert(segment.promise)
      if segment.other != 0 { groups[index].others.insert(segment.other) }
    }
    let shares = groups.map { group in
      var share = group.share
      (share.promises, share.others) = (group.promises.count, group.others.count)
      return share
    }
    return shares.sorted { ($1.time, $0.longest.start) < ($0.time, $1.longest.start) }
  }
}
