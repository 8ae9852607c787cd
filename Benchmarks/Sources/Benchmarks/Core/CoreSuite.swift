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

    - c, d, g: the goals come from a prototype without cancellation, on another machine. A link takes 947 instructions and six
      locked ones (by callgrind); the goals are 900 and five. Of the instructions, 364 allocate and free memory, 161 count
      references, and 422 are the core's: 83 to create and register the promise, 93 to call the handler and settle, 184 to postpone
      and deliver, 43 to free it, and 19 to pass calls on. Four of the locked ones change a state: one to join the handler list of its
      parent, one to leave it (so that a cancellation can remove the promise instead), one to settle, and one to close the promise's own
      handler list (so that handlers that arrive meanwhile run later). Two count references: one for the variable of the caller,
      and one when the link has run. Leaving cannot be merged with settling: while the promise is in the list, its handler may be
      writing the value, and the list and a canceller use its two pointers, so an outcome from outside would need a third one,
      and the promise would need more than 96 bytes. Closing could be omitted if nothing else refers to the promise, but a weak
      reference may be taken at that moment. The floors need none of the first four. The handlers in this benchmark capture a value,
      like those of most programs, so each closure is one more allocation; in d, it is the only allocation of the floor.
    - t3, b1: each body is a separate block on its queue, so that it keeps its order relative to the blocks and barriers of the
      program. Three handlers take 59 locked instructions, three bare blocks 48: each hop counts references to the executor, twice (one
      keeps the queue alive until Dispatch has it), and to the promise whose value the handler reads. The promises are allocated by one
      thread and freed by another. Batches (t3′, b1′, b3′) take between a quarter and two thirds of the time, but let a body run
      before a write that was enqueued earlier. Therefore only the global queues, which guarantee no order, and queues that request it
      use batches.
    """
}
