// A churning crowd at 60 frames per second: the share of a core for applying its events and drawing them.

import Canvas
import Measuring

/// The cost of a churning screen.
struct Churn {
  /// The number of promises created per second, and of promises released per second.
  static let perSecond = 60_000
  /// The number of measured frames: ten seconds, in which a store with a million promises evicts twice.
  static let frames = 600

  /// The share of a core, in percent.
  var share = 0.0
  /// The share without the frames that evict promises, in percent.
  var shareOfMost = 0.0
  /// The time of the median frame including its events, in microseconds.
  var middle = 0.0
  /// The time of the worst frame including its events, in microseconds.
  var worst = 0.0

  init(promises: Int, _ size: Size) {
    var stage = FilmedScreen(promises: promises, size)
    stage.drawAll()
    var frames: [Double] = []
    for _ in 0..<Self.frames {
      let frame = stage.churn(chains: Self.perSecond / 60 / Crowd.links)
      frames.append(frame.apply + frame.draw)
    }
    share = frames.reduce(0, +) / Double(frames.count) / FilmedScreen.frame * 100
    shareOfMost = median(frames) / FilmedScreen.frame * 100
    middle = median(frames) / 1000
    worst = (frames.max() ?? 0) / 1000
  }
}
