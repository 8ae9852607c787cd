// Watch `log in`: it has one continuation, which updates the cells that are visible
// at that moment. Drawing the table registers nothing.

import BoltsFacade
import Synchronization

extension Flow {
  /// The table of `many-handlers`, with one continuation for all cells.
  static let manyHandlersFixed = Flow.tasks { scene in
    let session = scene.work("log in", seconds: 4, ending: Result<String, any Error>.success("Ada"))
    let table = Table()

    for cell in 1...120 {
      scene.at(0.025 * Double(cell)) { table.show(cell) }
    }
    return session.continueOnSuccessWith { user in
      for cell in table.visible { scene.note("cell \(cell) greets \(user)") }
    }
    .named("show the user", in: scene)
  }
}

/// The two cells that are visible.
private final class Table: Sendable {
  private let cells = Mutex<[Int]>([])

  var visible: [Int] { cells.withLock { $0 } }

  func show(_ cell: Int) { cells.withLock { $0 = $0.suffix(1) + [cell] } }
}
