// Frames of the screen without a terminal: the cost of drawing by screen size and number of promises.

import Canvas
import ChainScreen
import Measuring
import PromiseTrace

/// A screen that shows a crowd.
struct FilmedScreen {
  /// The duration of a frame at 60 frames per second, in nanoseconds.
  static let frame = 1_000_000_000.0 / 60

  private var view: Screen
  private var crowd: Crowd
  private var events: [Event] = []
  let size: Size

  /// - Parameters:
  ///   - promises: The number of live promises at the start; like `pscope`, the screen keeps at most 1,250,000.
  ///   - size: The size of the screen.
  init(promises: Int, _ size: Size) {
    let texts = TextTable()
    crowd = Crowd(texts: texts)
    view = Screen(ScreenOptions(name: "crowd", promiseLimit: 1_250_000), texts: texts)
    self.size = size
    crowd.create(promises / Crowd.links, into: &events)
    view.apply(events)
    events.removeAll(keepingCapacity: true)
  }

  @discardableResult
  mutating func draw() -> Grid { view.frame(size, now: crowd.time) }

  /// Draws until the tree is complete.
  mutating func drawAll() { _ = view.wholeFrame(size, now: crowd.time) }

  mutating func press(_ key: Key) { _ = view.update(key, now: crowd.time) }

  /// Draws a frame in which `chains` chains are created and as many end.
  ///
  /// - Returns: The processor times of applying the events and of drawing, in nanoseconds.
  mutating func churn(chains: Int) -> (apply: Double, draw: Double) {
    events.removeAll(keepingCapacity: true)
    crowd.wait(16_000_000)
    crowd.create(chains, into: &events)
    crowd.end(chains, into: &events)
    let apply = Stopwatch.processorNanoseconds { view.apply(events) }
    let draw = Stopwatch.processorNanoseconds { _ = view.frame(size, now: crowd.time) }
    return (apply, draw)
  }
}

/// The rows of the table of frames.
enum Frames {
  static let sizes = [1_000, 10_000, 100_000, 1_000_000]

  /// The median times of frames, in microseconds.
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
    cost.first = Stopwatch.processorNanoseconds { stage.drawAll() } / 1000
    cost.same = microseconds(51) { stage.draw() }
    var isDown = false
    cost.scrolled = microseconds(51) {
      isDown.toggle()
      stage.press(isDown ? .pageDown : .pageUp)
      stage.draw()
    }
    cost.oneChain = median((0..<51).map { _ in stage.churn(chains: 1).draw / 1000 })
    let (left, right) = (stage.draw(), stage.draw())
    cost.compare = microseconds(51) { if left != right { fail("two frames of the same state differ") } }
    return cost
  }

  private static func microseconds(_ rounds: Int, _ work: () -> Void) -> Double {
    median((0..<rounds).map { _ in Stopwatch.processorNanoseconds(work) / 1000 })
  }
}
