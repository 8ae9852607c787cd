// The frames after a key, with a million promises on the screen: no frame may take so long that the next key waits.

import Canvas
import ChainScreen
import Measuring
import PromiseTrace

/// The slowest frame after each key.
struct KeyFrames {
  static let promises = 1_000_000
  /// The longest time of a frame, in milliseconds.
  static let goal = 50.0
  /// What the keys do, and the keys.
  ///
  /// They are pressed one after the other, each as soon as the frames of the former one have become short.
  static let keys: [(name: String, keys: [Key])] = [
    ("first frame", []),
    ("`*` folds all", [.character("*")]),
    ("`*` unfolds all", [.character("*")]),
    ("`A` folds by itself", [.character("A")]),
    ("`S` sorts", [.character("S")]),
    ("`S` sorts by another column", [.character("S")]),
    ("`\\` filters", [.character("\\"), .character("l"), .character("i"), .character("9"), .enter]),
    ("`Esc` ends the filter", [.escape]),
    ("`/` searches", [.character("/"), .character("l"), .character("o"), .character("a"), .enter]),
    ("`n` finds the next", [.character("n")]),
    ("`G` goes to the end", [.character("G")]),
    ("`!` shows the problems only", [.character("!")]),
    ("`!` shows everything", [.character("!")]),
    ("`e` goes to a problem", [.character("e")]),
    ("`P` lists the problems", [.character("P")]),
    ("`w` says why", [.character("w")]),
    ("`c` shows the critical path", [.character("c")]),
    ("`C` groups by call site", [.character("C")]),
    ("`t` shows the queues", [.character("t")]),
    ("`L` shows the log", [.character("L")]),
    ("`W` shows the whole run", [.character("W")]),
    ("`[` steps back", [.character("[")]),
    ("`(` goes to the start", [.character("(")]),
    ("`)` goes to the end", [.character(")")]),
  ]
  /// The number of frames after which a screen that still changes is left.
  private static let frameLimit = 4_000

  /// The time of the slowest frame after each of ``keys``, in milliseconds of processor time.
  let worst: [Double]
  /// The time of all frames until nothing changes anymore, in milliseconds of processor time.
  let total: [Double]

  /// Shows a run that has ended, and presses the keys.
  init(_ workload: Workload, _ size: Size) {
    let show = Show(workload)
    var (worst, total): ([Double], [Double]) = ([], [])
    for (_, keys) in Self.keys {
      var frames: [Double] = []
      for key in keys.dropLast() { frames.append(show.frame(size, key)) }
      frames.append(show.frame(size, keys.last))
      repeat { frames.append(show.frame(size, nil)) } while show.isMoving && frames.count < Self.frameLimit
      worst.append(frames.max() ?? 0)
      total.append(frames.reduce(0, +))
    }
    (self.worst, self.total) = (worst, total)
  }

  /// A screen that shows a run.
  private final class Show {
    private var screen: Screen
    private var events: [Event] = []
    private var time: Int64 = 0

    init(_ workload: Workload) {
      let texts = TextTable()
      screen = Screen(ScreenOptions(name: workload.rawValue, promiseLimit: 1_250_000), texts: texts)
      workload.play(Int(Double(KeyFrames.promises) * workload.eventsPerPromise), texts: texts) { [self] in take($0) }
      screen.apply(events)
      screen.end()
      // As the loop of a terminal does.
      screen.searchInSteps()
    }

    var isMoving: Bool { screen.isMoving }

    private func take(_ event: Event) {
      time = event.time
      events.append(event)
      guard events.count == 8_192 else { return }
      screen.apply(events)
      events.removeAll(keepingCapacity: true)
    }

    /// Presses a key and draws.
    ///
    /// - Returns: The processor time, in milliseconds.
    func frame(_ size: Size, _ key: Key?) -> Double {
      Stopwatch.processorNanoseconds {
        if let key { _ = screen.update(key, now: time) }
        _ = screen.frame(size, now: time)
      } / 1_000_000
    }
  }
}
