// The two functions that libFuzzer calls: one tries an input, the other makes a new one.
//
// libFuzzer keeps what reaches code that no input has reached before. Its own mutations know bytes; ours know lines and numbers.

import LogFuzzing

/// libFuzzer's own mutation.
///
/// - Returns: The new size, at most `limit`.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int) -> Int

/// Tries an input; what does not hold ends the process, for libFuzzer to keep the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  if let broken = LogTrial.run(bytes) { fatalError(broken) }
  return 0
}

/// Changes an input in place.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32) -> Int {
  if seed % 3 == 0 { return mutateBytes(data, size, limit) }
  var random = SeededRandom(seed: UInt64(seed))
  let mutant = LogMutator.mutate(Array(UnsafeBufferPointer(start: data, count: size)), using: &random)
  for (place, byte) in mutant.prefix(limit).enumerated() { data[place] = byte }
  return min(mutant.count, limit)
}
