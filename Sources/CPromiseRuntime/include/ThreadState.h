// What belongs to one thread: one plain struct, in static thread-local memory, for PromiseTrace and PromiseCore alike.
// Does not own the objects that its pointers refer to.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The state of one thread, initially zero. Each field names the module that uses it.
typedef struct PSThread {
  void *_Nullable writer;         ///< PromiseTrace: the `RingWriter` that this thread used last (retains its `ChunkList`)
  uint64_t boundTracer;           ///< PromiseTrace: ID prefix of the tracer bound to this thread, 0 if there is none
  uint64_t context;               ///< PromiseTrace: ID of the promise whose body this thread is executing, 0 at top level
  uint64_t serial;                ///< PromiseTrace: this thread's number, assigned at its first event
  void *_Nullable performing;     ///< PromiseCore: the node whose reaction this thread is running, until the drain loop takes over its reference
  void *_Nullable drainHead;      ///< PromiseCore: the first node in this thread's drain queue (+1)
  void *_Nullable drainTail;      ///< PromiseCore: the last node in it
  bool isDraining;                ///< PromiseCore: whether the drain loop is already on this stack
  bool isReleasing;               ///< PromiseCore: whether the loop that frees reactions is already on this stack
  uint8_t freeingDepth;           ///< PromiseCore: the number of promises on this stack that are freeing their values or errors
  uint8_t nesting;                ///< PromiseCore: the number of calls on this stack that run closures of the program; see `Nesting`
  bool isMakingCalls;             ///< PromiseCore: whether the loop that makes deferred calls is already on this stack
  void *_Nullable releaseHead;    ///< PromiseCore: the first node in that loop's queue (+1)
  void *_Nullable deferredCalls;  ///< PromiseCore: the calls that wait until that stack is shorter (+1)
  void *_Nullable manualExecutor; ///< PromiseCore: the manual executor that replaces every queue on this thread
  void *_Nullable queue;          ///< PromiseCore: the dispatch queue whose executor this thread looked up last (+1)
  void *_Nullable queueExecutor;  ///< PromiseCore: that queue's executor (+1)
  uint64_t workBegun;             ///< WorkCounts: the amount of work (root promises, queued bodies, timers) that this thread started
  uint64_t workEnded;             ///< WorkCounts: the amount that it finished, started on any thread
  bool isCounted;                 ///< WorkCounts: whether this thread is in the list of threads with counts of work
  struct PSThread *_Nullable nextCounted; ///< WorkCounts: the next thread in that list
} PSThread;

// One instruction instead of a call that clobbers registers. It uses some of the loader's reserve of static thread-local memory.
#if defined(__ELF__)
__attribute__((tls_model("initial-exec")))
#endif
extern _Thread_local PSThread psThread;

static inline PSThread *_Nonnull psCurrentThread(void) { return &psThread; }

/// Whether this is the process's main thread.
bool psIsMainThread(void);
/// Copies this thread's name, truncated to `size - 1` bytes and NUL-terminated. On Linux, an unnamed thread has the program's name.
void psThreadName(char *_Nonnull name, size_t size);
