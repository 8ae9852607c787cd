// What a pane prints about a promise besides texts and numbers: a call site, a progress, a handler.

import PromiseTrace

/// A call site, with its texts as strings.
public struct NodeSite: Sendable, Hashable {
  /// The file, relative to the log's `sourceRoot`.
  public var file: String
  /// The line, 1-based.
  public var line: Int
  /// The function; empty if unknown.
  public var function: String

  /// Creates a site.
  public init(file: String, line: Int, function: String) {
    self.file = file
    self.line = line
    self.function = function
  }

  /// The file's name without its directory.
  package var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// `File:12`: the file's name without its directory and `.swift`.
  public var short: String {
    var file = file
    return file.withUTF8 { String(decoding: Self.shortName($0), as: UTF8.self) } + ":\(line)"
  }

  /// A path's last component without `.swift`.
  package static func shortName(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = path.count
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    var end = path.count
    let ending: StaticString = ".swift"
    let length = ending.utf8CodeUnitCount
    if end - start >= length, (0..<length).allSatisfy({ path[end - length + $0] == ending.utf8Start[$0] }) {
      end -= length
    }
    return UnsafeBufferPointer(rebasing: path[start..<end])
  }
}

/// The progress of a pending promise.
public struct NodeProgress: Sendable, Equatable {
  /// The completed fraction, from 0 to 1; nil if only the stage is known.
  public var fraction: Double?
  /// The current stage, as the program describes it.
  public var stage: String?

  /// Creates a progress.
  public init(fraction: Double?, stage: String?) {
    self.fraction = fraction
    self.stage = stage
  }
}

/// A reaction registered on a promise.
public struct NodeHandler: Sendable, Equatable {
  /// The derived promise or combinator; nil for an observer, an `await` or a finalizer.
  public var by: PromiseID?
  /// The outcomes that it handles; other outcomes pass through.
  public var sides: HandledSides
  /// The number of equal reactions; only observers are combined.
  public var count: Int

  /// Creates a handler.
  public init(by: PromiseID?, sides: HandledSides, count: Int) {
    self.by = by
    self.sides = sides
    self.count = count
  }
}
