// Frames of the screen without a terminal: what drawing costs at a size, with so many promises.

import Canvas
import ChainScreen
import Measuring
import PromiseTrace

/// A screen with a crowd on it.
struct FilmedScreen {
  /// Nanoseconds of a frame at 60 a second.
  static let frame = 1_000_000_000.0 / 60

  private var view: ChainView
  private var crowd: Crowd
  private var events: [Event] = []
  let size: Size

  /// - Parameters:
  ///   - promises: How many live from the start; as in `pscope`, the screen keeps 1,250,000 at most.
  ///   - size: Columns and rows.
  init(promises: Int, _ size: Size) {
    let texts = TextTable()
    crowd = Crowd(texts: texts)
    view = ChainView(ScreenOptions(name: "crowd", promiseLimit: 1_250_000), texts: texts)
    self.size = size
    crowd.bear(promises / Crowd.links, into: &events)
    view.apply(events)
    events.removeAll(keepingCapacity: true)
  }

  @discardableResult
  mutating func draw() -> Grid { view.draw(size, now: crowd.time) }

  mutating func press(_ key: Key) { _ = view.update(key, now: crowd.time) }

  /// A frame in which so many chains are born and as many end; what applying and drawing take, in nanoseconds of
  /// processor time.
  mutating func churn(chains: Int) -> (apply: Double, draw: Double) {
    events.removeAll(keepingCapacity: true)
    crowd.wait(16_000_000)
    crowd.bear(chains, into: &events)
    crowd.end(chains, into: &events)
    let apply = Stopwatch.processorNanoseconds { view.apply(events) }
    let draw = Stopwatch.processorNanoseconds { _ = view.draw(size, now: crowd.time) }
    return (apply, draw)
  }
}

/// Rows of the table of frames.
enum Frames {
  static let sizes = [1_000, 10_000, 100_000, 1_000_000]

  /// Microseconds of a frame, each a median.
  struct Cost {
    var first = 0.0
    var same = 0.0
    var scrolled = 0.0
    var oneChain = 0.0
    var compare = 0.0
  }

  static func cost(promises: Int, _ size: Size) -> Cost {
    var stage = FilmedScreen(promises: promises, size)
    var cost = Cost()
    cost.first = Stopwatch.processorNanoseconds { stage.draw() } / 1000
    cost.same = microseconds(51) { stage.draw() }
    var isDown = false
    cost.scrolled = microseconds(51) {
      isDown.toggle()
      stage.press(isDown ? .pageDown : .pageUp)
      stage.draw()
    }
    cost.oneChain = median((0..<51).map { _ in stage.churn(chains: 1).draw / 1000 })
    let (left, right) = (stage.draw(), stage.draw())
    cost.compare = microseconds(51) { if left != right { fail("two frames of one moment differ") } }
    return cost
  }

  private static func microseconds(_ rounds: Int, _ work: () -> Void) -> Double {
    median((0..<rounds).map { _ in Stopwatch.processorNanoseconds(work) / 1000 })
  }
}
