// The functions that threads were running when the memory was read: what blocks an event loop. Their frames are found on the stacks; where in the
// function a thread is, only the debugger of V8 could say.

import ProcessMemory

/// The functions of a program on the stacks of its threads.
struct RunningFunctions {
  private static let most = 64

  /// For each thread that runs some, the functions, innermost first.
  private(set) var stacks: [[UInt64]] = []
  /// All of them.
  private(set) var functions: Set<UInt64> = []

  init(_ heap: Heap) {
    for thread in heap.image.threads {
      guard let index = heap.image.region(at: thread.stackPointer) else { continue }
      let region = heap.image.regions[index]
      let stack = Self.functions(in: region, from: thread.stackPointer, heap)
      if !stack.isEmpty { stacks.append(stack) }
      functions.formUnion(stack)
    }
  }

  /// A frame has, from its base downwards, the base of its caller, its context, and its function; above it is the address to return to.
  ///
  /// Native code between two frames may keep no chain of bases, so that each frame is looked for.
  private static func functions(in region: MemoryImage.Region, from pointer: UInt64, _ heap: Heap) -> [UInt64] {
    var found: [UInt64] = []
    var base = pointer & ~7
    guard base >= region.start, region.words.count > 4 else { return [] }
    while base < region.end - 24, found.count < most {
      let index = Int((base - region.start) / 8)
      let (function, context, caller) = (region.words[index], region.words[index + 1], region.words[index + 2])
      guard caller > base + 16, caller < region.end, caller & 7 == 0,
        isFunction(Heap.address(in: function), heap), isContext(Heap.address(in: context), heap)
      else {
        base += 8
        continue
      }
      found.append(Heap.address(in: function))
      base += 24
    }
    return found
  }

  private static func isFunction(_ object: UInt64, _ heap: Heap) -> Bool {
    object != 0 && heap.type(heap.pointer(object &+ heap.layout.functionShared)) == heap.layout.sharedFunction
      && heap.type(heap.pointer(object)) == heap.layout.map
  }

  private static func isContext(_ object: UInt64, _ heap: Heap) -> Bool {
    object != 0 && heap.type(heap.pointer(object &+ Layout.contextScopeInfo)) == heap.layout.scopeInfo
  }
}
