// PromiseKit's `when(fulfilled:)` for two or more inputs of different types.

import PromiseCore
import PromiseTrace

/// Returns a promise for the values of inputs of different types.
///
/// - Parameters:
///   - first: The first input.
///   - second: The second input.
///   - rest: The other inputs, of any count.
/// - Returns: A promise for the values, rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second, each Rest>(
  fulfilled first: Promise<First>, _ second: Promise<Second>, _ rest: repeat Promise<each Rest>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, repeat each Rest)> {
  gather("when", SourceSite(file, line, function), first, second, repeat each rest)
}
