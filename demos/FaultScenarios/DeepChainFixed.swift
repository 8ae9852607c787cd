// Watch the chain stay short: lines that arrive while the file is being opened are
// collected, and one handler writes a hundred of them at once.

import PromiseScope
import Scenarios

extension Flow {
  /// The lines of `deep-chain`, a hundred per link.
  static let deepChainFixed = Flow { scene, options in
    let count = options.count ?? 1_200
    var tail = scene.work("open the log file", seconds: 2, giving: 0)
    for start in stride(from: 0, to: count, by: 100) {
      let size = min(100, count - start)
      tail = tail.then { lines in lines + size }.named("write \(size) lines", in: scene)
    }
    return
      tail
      .then { lines in scene.note("\(lines) lines") }
      .named("close the log file", in: scene)
  }
}
