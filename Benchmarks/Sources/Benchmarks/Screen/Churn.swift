// A crowd that churns, at 60 frames a second: how much of a core applying its events and drawing them takes.

import Canvas
import Measuring

/// What a second of a churning screen costs.
struct Churn {
  /// Promises that are born, and as many that end, in a second.
  static let perSecond = 60_000
  /// Frames measured: ten seconds of them, in which a store with a million forgets twice.
  static let frames = 600

  /// Share of a core, in percent.
  var share = 0.0
  /// The same without the frames in which the store forgets.
  var shareOfMost = 0.0
  /// Microseconds of the middle and of the worst frame, events included.
  var middle = 0.0
  var worst = 0.0

  init(promises: Int, _ size: Size) {
    var stage = FilmedScreen(promises: promises, size)
    stage.draw()
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
