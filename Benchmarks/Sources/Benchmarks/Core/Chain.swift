// (c) A chain of promises, built on a pending root and then resolved.

import Measuring
import PromiseScope

extension CoreSuite {
  static var chain: Contest {
    Contest(
      "c", "a link of a chain, built and settled", count: 100_000, goals: [.nanoseconds(100)],
      [
        Contestant("PromiseScope") { count in
          {
            let root = Promise<Int>.pending()
            var end = root
            for _ in 0..<count { end = end.then(on: .inline) { $0 + 1 } }
            root.fulfill(0)
            precondition(end.value == count)
          }
        }
      ])
  }
}
