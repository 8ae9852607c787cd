// The core beside its peers: the same workload, the same run. Owns the list and what a reader has to know of it; a file of its own
// says what each workload is.

import CAllocationCount
import Measuring

enum CoreSuite {
  static func section(rounds: Int) -> Section {
    Section(
      "The core, beside its peers", text,
      tables: [Rows.table("core", rounds: rounds), Memory.table(), Table(Memory.links()), Table(Parts.figures())])
  }

  static var contests: [Contest] {
    serialQueue + concurrentQueue + chains + observers + gathering + withoutHop + twoThreads
  }

  private static let text = """
    Tracing is compiled in and off. Everybody's results are checked, and each peer is used as its users would, in the fastest way
    that makes sense; the code is in `Benchmarks/Sources/Benchmarks/Core`, a file a letter. Each row runs in a process of its own. Workloads of 100,000 and more take five
    rounds. In c, d, e and g, where nobody waits for another thread, the time is the processor's, of all threads.

    - Dispatch: bare blocks (t, a, b), work items that start each other (c), a group (e, f). They carry neither value nor error, and
      whatever observes has a hop, so d, g and h have nothing of it. A chain of items that is dropped is run instead.
    - NIO: futures of two real loops; in t, a, b and h used from outside, as by the rest of a program, in c to g on the loop's own
      thread, where they call back without a hop (an `EmbeddedEventLoop` took as long). A chain that is dropped pending is
      never freed (tried with 1,000 to 1,000,000 links).
    - OpenCombine: `Future` and operators. On a concurrent queue its `receive(on:)` loses values that their completion overtakes (b);
      a chain of futures overflows the stack before 8,000 links, one of `map` before 1,000 (c).
    - Task: a task per step, so that each step can be waited for, as each promise can; the promise is a `CheckedContinuation`. A
      task that is suspended cannot be dropped. Its g is a continuation resumed at once inside one task: nobody else could wait
      for it.
    - `[closure]` and `object, closure` are floors: what no promise can do without.

    PromiseKit and Bolts-Swift take no part: they were measured in another run, whose figures are not repeated here. What a1 and a3
    measure is how fast a thread wakes, which says little about promises.

    Where a goal is missed:

    - c, d, g: the goals are a prototype's, on another machine, which could not be cancelled. A link takes five atomic steps on states: one to join its
      parent's list, one to leave it (so that a canceller can take it out instead), one to decide who settles it (anybody may), one to
      publish, one to give up its own list (so that handlers that come meanwhile run later); then three of reference counting and an
      allocation. The last table says what one takes; no order of operations with fewer was found that keeps what they are for.
      The floors have none of the first five. The handlers here capture, as users' do: their closure is an allocation more, which is
      the floor's only one in d.
    - t3, b1: a body is a block of its own on its queue, so that a program's own blocks and barriers keep their place. Batches (t3′, b1′,
      b3′) take between a quarter and two thirds of the time, and let a body run before a write that was sent to the queue before
      it. So only the global queues, which promise no order, get them, and queues that ask for it. What is left of t3′ and b1′ is
      memory that one thread allocates and another frees, and a promise's atomic steps on lines that both threads have.
    """
}
