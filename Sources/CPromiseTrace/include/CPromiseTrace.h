// What Swift can't say cheaply: thread-local state and the processor's cycle counter.
// Owns one plain struct per thread, and nothing behind its pointers. Calls nothing.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/// Everything that belongs to one thread. Zero until first used.
typedef struct PSThread {
  void *_Nullable writer;           ///< PromiseTrace: the `RingWriter` that this thread used last (retains its `ChunkList`)
  uint64_t boundTracer;   ///< PromiseTrace: id prefix of the tracer bound to this thread, 0 where none is
  uint64_t context;       ///< id of the promise whose body runs here, 0 at top level
  uint64_t serial;        ///< PromiseTrace: this thread's number, given at its first event
  void *_Nullable performing;       ///< PromiseCore: the node whose reaction runs here, until the drain loop takes over its reference
  void *_Nullable drainHead;        ///< PromiseCore: first node waiting for this thread's drain loop (+1)
  void *_Nullable drainTail;        ///< PromiseCore: the last
  bool isDraining;        ///< PromiseCore: the drain loop runs further up this stack
  bool isReleasing;       ///< PromiseCore: the loop that frees reactions runs further up this stack
  uint8_t freeingDepth;   ///< PromiseCore: how many promises further up this stack are freeing their values or errors
  void *_Nullable releaseHead;      ///< PromiseCore: first node waiting for that loop (+1)
  void *_Nullable manualExecutor;   ///< PromiseCore: the virtual-time executor that stands in for every queue here
  void *_Nullable queue;            ///< PromiseCore: the dispatch queue whose executor this thread looked up last (+1)
  void *_Nullable queueExecutor;    ///< PromiseCore: and its executor (+1)
  uint64_t workBegun;     ///< PromiseCore: how much work (root promises, queued bodies, timers) this thread began
  uint64_t workEnded;     ///< PromiseCore: how much it ended, begun here or elsewhere
  bool isCounted;         ///< in the list of threads whose counts are added up
  struct PSThread *_Nullable nextCounted;  ///< the next one in it
} PSThread;

// One instruction instead of a call that clobbers registers. It takes its place in what the loader keeps for such variables.
#if defined(__ELF__)
__attribute__((tls_model("initial-exec")))
#endif
extern _Thread_local PSThread psThread;

/// How many tracers exist; a promise created while this is 0 is not traced.
extern uint32_t psTracerCount;
/// Whether PROMISESCOPE asks for a recording that has not been started yet. Counts as one tracer.
extern bool psRecordingIsRequested;
/// Whether the cycle counter runs at one speed on all processors, in all power states.
extern bool psTicksAreCycles;

static inline PSThread *_Nonnull psCurrentThread(void) { return &psThread; }

static inline bool psIsRecordingRequested(void) { return __atomic_load_n(&psRecordingIsRequested, __ATOMIC_ACQUIRE); }
static inline void psRequestRecording(bool isRequested) { __atomic_store_n(&psRecordingIsRequested, isRequested, __ATOMIC_RELEASE); }

static inline bool psIsTracing(void) { return __atomic_load_n(&psTracerCount, __ATOMIC_RELAXED) != 0; }
static inline void psTracerCountAdd(int32_t change) { __atomic_fetch_add(&psTracerCount, change, __ATOMIC_RELAXED); }

/// Puts this thread into the list of those that count; its exit takes it out, and keeps its counts.
void psCountThread(PSThread *_Nonnull thread);

/// Work has begun that `psWorkIsDone` waits for. To be called before the work can end.
static inline void psWorkBegins(void) {
  PSThread *thread = &psThread;
  if (__builtin_expect(!thread->isCounted, 0)) psCountThread(thread);
  __atomic_store_n(&thread->workBegun, thread->workBegun + 1, __ATOMIC_RELEASE);
}

/// Work has ended, on this thread or on another than it began.
static inline void psWorkEnds(void) {
  PSThread *thread = &psThread;
  if (__builtin_expect(!thread->isCounted, 0)) psCountThread(thread);
  __atomic_store_n(&thread->workEnded, thread->workEnded + 1, __ATOMIC_RELEASE);
}

/// Whether there was a moment during this call at which all work that had begun had ended.
bool psWorkIsDone(void);
/// Runs what waits on the main queue, where this is the main thread and nothing on that queue is running; false if it could not.
bool psServeMainQueue(void);

/// Adds a strong reference to a Swift object that no other thread knows yet: a plain increment, no atomic one.
void *_Nonnull psRetainUnshared(void *_Nonnull object);

/// Sends `work(context)` to a dispatch queue, given as the C object; no block is made.
void psDispatchAsync(void *_Nonnull queue, void *_Nullable context, void (*_Nonnull work)(void *_Nullable));
/// The label of a dispatch queue, given as the C object.
const char *_Nullable psDispatchLabel(void *_Nonnull queue);

/// Whether this is the thread that the process began with.
bool psIsMainThread(void);
/// Copies this thread's name, cut to `size - 1` bytes and ended with a NUL; an unnamed thread has the program's name on Linux.
void psThreadName(char *_Nonnull name, size_t size);

/// CLOCK_MONOTONIC in nanoseconds.
static inline uint64_t psMonotonicNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Whether `psCycles` is the clock.
static inline bool psCountsCycles(void) { return psTicksAreCycles; }

/// The cycle counter. Only where `psTicksAreCycles`.
static inline uint64_t psCycles(void) {
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return 0;
#endif
}

/// The cheapest clock that all threads agree on, in a unit of its own: 9 ns where clock_gettime takes 21.
static inline uint64_t psTicks(void) {
  return __builtin_expect(psTicksAreCycles, 1) ? psCycles() : psMonotonicNanoseconds();
}

// MARK: Fork

/// The locks that belong to the process, outermost first: code that holds one of them takes only later ones.
enum {
  psRequestLock, psRecordingLock, psInstalledLock, psTracerLock, psTableLock, psSymbolLock, psTypeNameLock, psCountLock, psLockCount
};

/// A lock of the process. `fork` waits until it can hold all of them, so that the child finds them free.
pthread_mutex_t *_Nonnull psLock(int rank);
/// A lock of one object; to be given to `psFreeLock`. Aborts without memory, as Swift does.
pthread_mutex_t *_Nonnull psMakeLock(void);
void psFreeLock(pthread_mutex_t *_Nonnull lock);

/// From now on `child` runs in each child of this process that is made by `fork`, before `fork` returns in it.
void psWatchForks(void (*_Nonnull child)(void));

/// From now on `end` runs when the process unloads this library, which a thread in `exit` does last.
void psWatchUnloading(void (*_Nonnull end)(void));

/// The folder in which the program was started, if PROMISESCOPE was set then.
const char *_Nullable psRequestedFolder(void);
/// Whether PROMISESCOPE came from a process that records itself, or this is a forked child of one: a log that has been written
/// meanwhile is then another process's.
bool psIsLaterInFamily(void);
/// Whether a file's time is not before the start of the first of those processes.
bool psIsSinceFamily(struct timespec time);

/// What types are asked about, each by its metadata's address: a conformance costs thousands of instructions to look up.
enum { psMayBeError, psMayMeanCancellation, psTypeQuestions };
/// The types that were asked about last, each with the answer in its lowest bit. Direct-mapped.
extern uintptr_t psTypeAnswers[psTypeQuestions][256];
static inline uintptr_t psTypeAnswer(int question, uintptr_t type) {
  return __atomic_load_n(&psTypeAnswers[question][(type >> 4) & 255], __ATOMIC_RELAXED);
}
static inline void psSetTypeAnswer(int question, uintptr_t type, bool answer) {
  __atomic_store_n(&psTypeAnswers[question][(type >> 4) & 255], type | answer, __ATOMIC_RELAXED);
}

/// The Swift runtime's own: retains an object at an address known to hold one, unless that is on its way out; then NULL.
///
/// A weak reference would do the same, and give the object a side table for the rest of its life.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);
