// The two functions that libFuzzer calls: one tests an input, the other mutates it.
//
// libFuzzer keeps an input that reaches new code. Its own mutations work on bytes; ours know lines, numbers and members.

import LogFuzzing

/// Applies libFuzzer's own mutation.
///
/// - Returns: The new size, at most `limit`.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int) -> Int

/// Tests an input; a failure ends the process, so that libFuzzer saves the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  if let broken = LogTrial.run(bytes) { fatalError(broken) }
  return 0
}

/// Mutates an input in place.
///
/// - Returns: The new size, at most `limit`.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32) -> Int {
  if seed % 3 == 0 { return mutateBytes(data, size, limit) }
  var random = SeededRandom(seed: UInt64(seed))
  let mutant = LogMutator.mutate(Array(UnsafeBufferPointer(start: data, count: size)), using: &random)
  for (index, byte) in mutant.prefix(limit).enumerated() { data[index] = byte }
  return min(mutant.count, limit)
}
