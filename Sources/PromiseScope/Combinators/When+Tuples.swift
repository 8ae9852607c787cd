// PromiseKit's `when` for promises of different types.

import PromiseCore
import PromiseTrace

/// Waits for two promises of different types.
///
/// - Parameters:
///   - first: An input.
///   - second: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values, or rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second>(
  fulfilled first: Promise<First>, _ second: Promise<Second>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second)> {
  let (one, two) = (PlaceOf(first), PlaceOf(second))
  return gather("when", [first, second], [one, two], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value else { return nil }
    return (first, second)
  }
}

/// Waits for three promises of different types.
///
/// - Parameters:
///   - first: An input.
///   - second: An input.
///   - third: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values, or rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second, Third>(
  fulfilled first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third)> {
  let (one, two, three) = (PlaceOf(first), PlaceOf(second), PlaceOf(third))
  return gather("when", [first, second, third], [one, two, three], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value, let third = three.value else { return nil }
    return (first, second, third)
  }
}

/// Waits for four promises of different types.
///
/// - Parameters:
///   - first: An input.
///   - second: An input.
///   - third: An input.
///   - fourth: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values, or rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second, Third, Fourth>(
  fulfilled first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>, _ fourth: Promise<Fourth>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third, Fourth)> {
  let (one, two, three, four) = (PlaceOf(first), PlaceOf(second), PlaceOf(third), PlaceOf(fourth))
  return gather("when", [first, second, third, fourth], [one, two, three, four], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value, let third = three.value, let fourth = four.value else {
      return nil
    }
    return (first, second, third, fourth)
  }
}

/// Waits for five promises of different types.
///
/// - Parameters:
///   - first: An input.
///   - second: An input.
///   - third: An input.
///   - fourth: An input.
///   - fifth: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values, or rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func when<First, Second, Third, Fourth, Fifth>(
  fulfilled first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>, _ fourth: Promise<Fourth>,
  _ fifth: Promise<Fifth>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third, Fourth, Fifth)> {
  let (one, two, three, four, five) = (PlaceOf(first), PlaceOf(second), PlaceOf(third), PlaceOf(fourth), PlaceOf(fifth))
  return gather(
    "when", [first, second, third, fourth, fifth], [one, two, three, four, five], SourceSite(file, line, function)
  ) {
    guard let first = one.value, let second = two.value, let third = three.value, let fourth = four.value,
      let fifth = five.value
    else { return nil }
    return (first, second, third, fourth, fifth)
  }
}
