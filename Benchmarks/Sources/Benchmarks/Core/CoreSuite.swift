// The section that compares the core with other libraries. Owns the list of workloads and its explanation; each workload has a
// separate file.

import CAllocationCount
import Measuring

enum CoreSuite {
  static func section(rounds: Int) -> Section {
    Section(
      "The core, compared with other libraries", text,
      tables: [Rows.table("core", rounds: rounds), Memory.table(), Table(Memory.links()), Table(Parts.figures())])
  }

  static var contests: [Contest] {
    serialQueue + concurrentQueue + chains + observers + gathering + withoutHop + twoThreads
  }

  private static let text = """
    Tracing is compiled in but off. The results of all contestants are checked. Each library is used as its users would use it, in
    the fastest reasonable way; the code is in `Benchmarks/Sources/Benchmarks/Core`, one file per letter. Each row runs in a separate
    process. Workloads of 100,000 items and more run five rounds. In c, d, e and g, which do not wait for another thread, the time is
    processor time of all threads.

    - Dispatch: bare blocks (t, a, b), work items that start each other (c), a group (e, f). These carry neither a value nor an
      error, and every notification hops to a queue, so d, g and h have no counterpart. A dropped chain of work items runs, so it
      cannot be compared either.
    - NIO: futures of two real event loops. In t, a, b and h they are used from outside the loop, like from the rest of a program;
      in c to g on the thread of the loop, where callbacks run without a hop (an `EmbeddedEventLoop` took as long). A chain that is
      dropped while pending is never freed (tried with 1,000 to 1,000,000 links).
    - OpenCombine: `Future` and operators. On a concurrent queue, its `receive(on:)` loses values that the completion overtakes (b).
      A chain of futures overflows the stack before 8,000 links, a chain of `map` before 1,000 (c).
    - Task: one task per step, so that each step can be awaited like a promise; a `CheckedContinuation` replaces the resolver. A
      suspended task cannot be dropped. In g, one task resumes a continuation at once, so no other code could wait for it.
    - `[closure]` and `object, closure` are floors: the minimum that every promise needs.

    PromiseKit and Bolts-Swift are not included: they were measured in another run, whose figures are not repeated here. a1 and a3
    measure how fast a thread wakes up, which says little about promises.

    Reasons for missed goals:

    - c, d, g: the goals come from a prototype without cancellation, on another machine. In a program with several threads, a link takes
      936 instructions and seven locked ones (by callgrind, glibc 2.36); the goals are 880 and seven. Before a process starts its second
      thread, malloc needs no locks, and the same link takes 913 and four; the rows `chain-build` and `chain-settle` of `make bench-guard`
      add up to 923 and six, because the `malloc` that counts allocations there adds ten and two. Before a node that nothing else
      refers to was freed without closing its list, these were 973 and nine, 947 and six, and 957 and eight. Of the instructions, about
      370 allocate and free memory; the rest counts references, creates and registers the promise, calls the handler and settles,
      postpones and delivers, and frees. Three of the locked ones change a state: one to join the handler list of its parent, one to leave
      it (so that a cancellation can remove the promise instead), and one to settle. One counts a reference, for the variable of the
      caller, and three are the allocator's. Leaving cannot be merged with settling: while the promise is in the list, its handler may be
      writing the value, and the list and a canceller use its two pointers, so an outcome from outside would need a third one, and
      the promise would need more than 96 bytes. Recycling the memory of nodes on each thread would avoid the allocator's share (with
      a larger cache of the allocator, a chain takes 17 % less time), but Swift offers no allocation of its own to a class: it would rely on
      functions of the runtime that are not part of its interface. The floors need none of the first three. The handlers in this
      benchmark capture a value, like those of most programs, so each closure is one more allocation; in d, it is the only allocation of
      the floor.
    - t3, b1: each body is a separate block on its queue, so that it keeps its order relative to the blocks and barriers of the
      program. Three handlers take 59 locked instructions, three bare blocks 48: each hop counts references to the executor, twice (one
      keeps the queue alive until Dispatch has it), and to the promise whose value the handler reads. The promises are allocated by one
      thread and freed by another. Batches (t3′, b1′, b3′) take between a quarter and two thirds of the time, but let a body run
      before a write that was enqueued earlier. Therefore only the global queues, which guarantee no order, and queues that request it
      use batches.
    """
}
