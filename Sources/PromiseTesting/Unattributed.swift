// The report about promises that could not be attributed to a test. Owns its text.

import PlainText
import PromiseTrace
import Synchronization

/// Whether a call is the first one; any thread may call it.
final class FirstCall: Sendable {
  private let wasCalled = Atomic(false)

  /// Returns true the first time, and false from then on.
  func callAsFunction() -> Bool { !wasCalled.exchange(true, ordering: .relaxed) }
}

/// Promises that were created while a test ran, and that belong to no test.
struct Unattributed {
  private let count: Int
  private let latest: [UnattributedPromises.Origin]

  /// Whether no test of this run has warned yet.
  static let isFirstWarning = FirstCall()

  init(_ found: (count: Int, latest: [UnattributedPromises.Origin])) { (count, latest) = found }

  /// Their number, the reason, and where they were created; nil if there are none.
  var text: String? {
    guard count > 0 else { return nil }
    var numbers: [String: Int] = [:]
    var sites: [String] = []
    for origin in latest {
      let site = "\(origin.operation) (\(origin.file):\(origin.line))"
      if numbers.updateValue((numbers[site] ?? 0) + 1, forKey: site) == nil { sites.append(site) }
    }
    let list = sites.map { site in
      let number = numbers[site] ?? 1
      return "  " + site + (number > 1 ? " × \(number)" : "")
    }
    let isAll = latest.count == count
    return """
      \(NumberText.plural(count, "promise", "promises")) created while this test ran could not be attributed to a test, and \
      \(count == 1 ? "was" : "were") not checked: neither a task of a test nor the body of one of its promises created \
      \(count == 1 ? "it" : "them").
      \(list.joined(separator: "\n"))\(isAll ? "" : "\n  … and others")
      """
  }
}
