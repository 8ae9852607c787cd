// Owns PromiseKit's `when(fulfilled:)` for inputs of different types.

import PromiseCore
import PromiseTrace

/// Returns a promise for the values of two inputs of different types.
///
/// - Parameters:
///   - first: The first input.
///   - second: The second input.
/// - Returns: A promise for the values, rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second>(
  fulfilled first: Promise<First>, _ second: Promise<Second>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second)> {
  let (one, two) = (InputSlot(first), InputSlot(second))
  return gather("when", [first, second], [one, two], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value else { return nil }
    return (first, second)
  }
}

/// Returns a promise for the values of three inputs of different types.
///
/// - Parameters:
///   - first: The first input.
///   - second: The second input.
///   - third: The third input.
/// - Returns: A promise for the values, rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second, Third>(
  fulfilled first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third)> {
  let (one, two, three) = (InputSlot(first), InputSlot(second), InputSlot(third))
  return gather("when", [first, second, third], [one, two, three], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value, let third = three.value else { return nil }
    return (first, second, third)
  }
}

/// Returns a promise for the values of four inputs of different types.
///
/// - Parameters:
///   - first: The first input.
///   - second: The second input.
///   - third: The third input.
///   - fourth: The fourth input.
/// - Returns: A promise for the values, rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second, Third, Fourth>(
  fulfilled first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>, _ fourth: Promise<Fourth>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third, Fourth)> {
  let (one, two, three, four) = (InputSlot(first), InputSlot(second), InputSlot(third), InputSlot(fourth))
  return gather("when", [first, second, third, fourth], [one, two, three, four], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value, let third = three.value, let fourth = four.value else {
      return nil
    }
    return (first, second, third, fourth)
  }
}

/// Returns a promise for the values of five inputs of different types.
///
/// - Parameters:
///   - first: The first input.
///   - second: The second input.
///   - third: The third input.
///   - fourth: The fourth input.
///   - fifth: The fifth input.
/// - Returns: A promise for the values, rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second, Third, Fourth, Fifth>(
  fulfilled first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>, _ fourth: Promise<Fourth>,
  _ fifth: Promise<Fifth>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third, Fourth, Fifth)> {
  let (one, two, three) = (InputSlot(first), InputSlot(second), InputSlot(third))
  let (four, five) = (InputSlot(fourth), InputSlot(fifth))
  return gather(
    "when", [first, second, third, fourth, fifth], [one, two, three, four, five], SourceSite(file, line, function)
  ) {
    guard let first = one.value, let second = two.value, let third = three.value, let fourth = four.value,
      let fifth = five.value
    else { return nil }
    return (first, second, third, fourth, fifth)
  }
}
