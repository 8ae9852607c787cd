// The clock, and arithmetic for its results.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures the time of a closure.
public enum Stopwatch {
  /// The elapsed time of `work`, in nanoseconds.
  public static func nanoseconds(_ work: () -> Void) -> Double {
    let start = now()
    work()
    return Double(now() - start)
  }

  /// The processor time of all threads of this process while `work` runs, in nanoseconds.
  public static func processorNanoseconds(_ work: () -> Void) -> Double {
    let start = now(CLOCK_PROCESS_CPUTIME_ID)
    work()
    return Double(now(CLOCK_PROCESS_CPUTIME_ID) - start)
  }

  private static func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The median; 0 if there are no numbers.
public func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  guard !sorted.isEmpty else { return 0 }
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Formats a number with three significant digits or all integer digits, and with thousands separators.
public func rounded(_ number: Double) -> String {
  guard number.isFinite else { return "–" }
  let decimals = abs(number) >= 99.95 || number == number.rounded() ? 0 : abs(number) >= 9.995 ? 1 : 2
  let scale = [1, 10, 100][decimals]
  let scaled = Int((abs(number) * Double(scale)).rounded())
  var digits = "\(scaled / scale)"
  if digits.count > 4 {
    let groups = stride(from: digits.count, to: 0, by: -3).map { digits.prefix($0).suffix(3) }
    digits = groups.reversed().joined(separator: ",")
  }
  let fraction = "\(scaled % scale)"
  let sign = number < 0 && scaled != 0 ? "−" : ""
  return decimals == 0
    ? sign + digits : "\(sign)\(digits).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
}

/// Prevents the optimizer from removing the computation of a value.
@inline(never) @_optimize(none)
public func keep<Value>(_ value: Value) {}

/// Prints a progress message to standard error.
public func tell(_ line: String) {
  let bytes = Array("Benchmarks: \(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
