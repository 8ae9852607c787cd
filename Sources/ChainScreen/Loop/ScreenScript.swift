// Keys that are played on a screen without a terminal: for tests, for the pictures in the documentation, and for bug reports.
//
// Uses nothing of the screen but its public interface, so a script shows what a user sees.

import Canvas
import ChainModel
import PromiseTrace

/// A sequence of keys.
public struct ScreenScript: Sendable, Equatable {
  /// A word that is not the name of a key.
  public struct UnknownKey: Error, Equatable {
    /// The word.
    public let name: String
  }

  /// The keys, in order.
  public let keys: [Key]

  /// Creates a script.
  public init(_ keys: [Key] = []) {
    self.keys = keys
  }

  /// Parses names of keys, separated by blanks.
  ///
  /// - Parameter text: For example `e w Down C-d F1`; empty, or the word `none`, for no keys.
  /// - Throws: ``UnknownKey`` for the first word that is not a ``Key/name``.
  public init(_ text: String) throws(UnknownKey) {
    var keys: [Key] = []
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    for word in words where words != ["none"] {
      guard let key = Key(named: word) else { throw UnknownKey(name: word) }
      keys.append(key)
    }
    self.init(keys)
  }

  /// Plays the keys, and draws after each of them because some keys depend on the layout.
  ///
  /// A key that quits ends the script. All other effects that a key requests from the owner of the screen are ignored.
  ///
  /// - Parameters:
  ///   - view: The screen; its clock stops at the latest event.
  ///   - size: Columns and rows.
  /// - Returns: The screen after the last key.
  public func play(on view: inout Screen, size: Size) -> Grid {
    var grid = view.wholeFrame(size, now: view.store.lastTime)
    for key in keys {
      let effect = view.update(key, now: view.store.lastTime)
      grid = view.wholeFrame(size, now: view.store.lastTime)
      if case .quit = effect { break }
    }
    return grid
  }
}

extension Screen {
  /// Reads a source to its end.
  ///
  /// - Parameters:
  ///   - source: The source; the calling thread reads it.
  ///   - program: The state of the program that writes a log, queried at the end; nil if the program is this one.
  ///   - waitForMore: Called when the source has no events at the moment; returns whether to try again.
  /// - Throws: The errors of the source if it has no events at all; later ones become a notice, as on a terminal.
  public mutating func read(
    _ source: any EventSource, program: (() -> ProgramState)? = nil, waitForMore: () -> Bool
  ) throws {
    var pump = EventPump(source)
    while let events = pump.next(whenIdle: waitForMore) { apply(events) }
    if let failure = pump.failure, !hasEvents { throw failure }
    let reason = pump.failure.map { language.readingStopped("\($0)") }
    self.program = source.header.program
    badLines = source.problemCount
    end(because: reason, program: program?())
  }
}
