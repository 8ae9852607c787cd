// A call site in the form in which it travels through the promise library: two addresses of string literals, with the line number
// packed into their unused upper bits. The reader of an event turns it into a `Site`, which holds text.

import CPromiseRuntime

/// A call site: file, line and function.
///
/// Capturing one costs two stores, because it only keeps the addresses of string literals; the reader of the log turns them into text.
@frozen
public struct SourceSite: Sendable, BitwiseCopyable {
  @usableFromInline let file: UInt64
  @usableFromInline let function: UInt64

  /// Creates a call site from literals.
  ///
  /// - Parameters:
  ///   - file: `#fileID`.
  ///   - line: `#line`; lines past 2³² wrap.
  ///   - function: `#function`.
  @inlinable
  public init(_ file: StaticString, _ line: UInt, _ function: StaticString) {
    self.file = SourceSite.address(file) | UInt64(truncatingIfNeeded: line & 0xFFFF) << 48
    self.function = SourceSite.address(function) | UInt64(truncatingIfNeeded: line >> 16 & 0xFFFF) << 48
  }

  @inlinable
  init(file: UInt64, function: UInt64) {
    self.file = file
    self.function = function
  }

  /// Whether it is a call site.
  @inlinable
  var isKnown: Bool { file != 0 }

  /// The call of a function that does not know its caller, such as a closure that settles a promise: the stack shows it.
  @inlinable
  package static var onStack: SourceSite { SourceSite(file: 0, function: 1) }

  /// The file of a call site that is the number of a stack.
  static let stack: UInt64 = 1

  /// For ``onStack``, the number of the calling thread's stack, if stacks are kept; otherwise unchanged.
  var found: SourceSite {
    guard file == 0, function != 0 else { return self }
    let number = psKeepsStacks() ? psCallStack() : 0
    return number == 0 ? SourceSite() : SourceSite(file: SourceSite.stack, function: UInt64(number))
  }

  /// Creates an unknown call site.
  @inlinable
  public init() {
    file = 0
    function = 0
  }

  /// The address of a literal's UTF-8 bytes in 48 bits; 0 for a literal that is a single Unicode scalar.
  @inlinable
  static func address(_ string: StaticString) -> UInt64 {
    string.hasPointerRepresentation
      ? UInt64(truncatingIfNeeded: UInt(bitPattern: string.utf8Start)) & 0xFFFF_FFFF_FFFF : 0
  }
}
