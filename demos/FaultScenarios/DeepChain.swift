// Watch the depth: each line of the log file is written by a handler below the one
// of the line before, so the chain grows by one link per line. It is correct, and
// in order: 1,200 links are settled and freed without recursion. But a program
// that runs for weeks never stops growing it.

import PromiseScope
import Scenarios

extension Flow {
  /// A chain with one link per line.
  static let deepChain = Flow { scene, options in
    let count = options.count ?? 1_200
    var tail = scene.work("open the log file", seconds: 2, giving: 0)
    for _ in 1...count {
      tail = tail.then { lines in lines + 1 }
    }
    return
      tail
      .then { lines in scene.note("\(lines) lines") }
      .named("close the log file", in: scene)
  }
}
