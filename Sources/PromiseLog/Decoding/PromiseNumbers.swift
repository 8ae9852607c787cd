// The numbers that people read of promises whose log, or whose run of several logs, has none: 1, 2, 3, … in the order in which they are mentioned.

import PromiseTrace
import Synchronization

/// The numbers of promises, by what identifies them in their log.
///
/// Memory is bounded: a promise leaves once a million others have settled after it, as it leaves the model.
struct PromiseNumbers<Key: Hashable & Sendable>: Sendable {
  /// The highest number that is taken.
  var highest: PromiseID = 0
  private(set) var known: [Key: PromiseID] = [:]
  private var settled: [PromiseID] = []
  private let limit: Int

  /// - Parameter limit: The number of settled promises to keep at least; at most twice as many are kept.
  init(limit: Int = 1_000_000) { self.limit = limit }

  /// The number of a promise: a new one at first sight.
  mutating func number(_ key: Key) -> PromiseID {
    if let number = known[key] { return number }
    highest &+= 1
    known[key] = highest
    return highest
  }

  /// Notes that a promise has settled, or was freed while pending.
  mutating func settle(_ number: PromiseID) {
    settled.append(number)
    guard settled.count >= 2 * limit else { return }
    let former = Set(settled.prefix(limit))
    settled.removeFirst(limit)
    known = known.filter { !former.contains($0.value) }
  }
}

/// The numbers of the promises of one log whose IDs are texts, such as UUIDs.
///
/// Any thread may call it: an archive of the log uses those of its reader.
final class PromiseNames: Sendable {
  private let numbers: Mutex<PromiseNumbers<String>>

  init(limit: Int = 1_000_000) { numbers = Mutex(PromiseNumbers(limit: limit)) }

  var count: Int { numbers.withLock { $0.known.count } }

  func number(_ id: String) -> PromiseID { numbers.withLock { $0.number(id) } }

  func settle(_ number: PromiseID) { numbers.withLock { $0.settle(number) } }
}

extension Event {
  /// Whether nothing but news about a settled promise follows.
  var endsPromise: Bool {
    switch kind {
    case .fulfilled, .rejected: true
    case .released: state == .pending
    default: false
    }
  }
}
