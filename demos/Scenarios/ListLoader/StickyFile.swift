// The sticky items in a file of their own, as JSON. Owns reading and preparing it.

import Dispatch
import Foundation

/// Sticky items in a JSON file.
final class StickyFile: StickySource {
  private let path: String
  private let delays: PartDelays
  private let queue = DispatchQueue(label: "stickies")
  private let inFlight = InFlight()

  /// - Parameters:
  ///   - path: The file.
  ///   - delays: The simulated latency of the disk.
  init(path: String, delays: PartDelays = PartDelays()) {
    self.path = path
    self.delays = delays
  }

  func load(_ completion: @escaping Completion<ItemList>) {
    let complete = inFlight.admit(completion)
    queue.asyncAfter(deadline: .now() + delays.sticky) { [path] in
      complete(
        Result {
          ItemList(items: try JSONDecoder().decode([ListItem].self, from: Data(contentsOf: URL(filePath: path))))
        })
    }
  }

  func cancel() { inFlight.cancel() }

  /// Writes a file for a run.
  ///
  /// - Throws: Errors of the file system.
  static func prepare(_ stickies: ItemList, at path: String) throws {
    try JSONEncoder().encode(stickies.items).write(to: URL(filePath: path))
  }
}
