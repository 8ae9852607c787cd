// What Swift cannot express cheaply: thread-local state, the cycle counter, and hooks into fork, Dispatch and the Swift runtime.
// Owns one plain struct per thread, but not the objects that its pointers refer to. Shared by PromiseTrace and PromiseCore.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/// The state of one thread, initially zero. Each field names the module that uses it.
typedef struct PSThread {
  void *_Nullable writer;           ///< PromiseTrace: the `RingWriter` that this thread used last (retains its `ChunkList`)
  uint64_t boundTracer;   ///< PromiseTrace: id prefix of the tracer bound to this thread, 0 if there is none
  uint64_t context;       ///< PromiseTrace: id of the promise whose body this thread is executing, 0 at top level
  uint64_t serial;        ///< PromiseTrace: this thread's number, assigned at its first event
  void *_Nullable performing;       ///< PromiseCore: the node whose reaction this thread is running, until the drain loop takes over its reference
  void *_Nullable drainHead;        ///< PromiseCore: the first node in this thread's drain queue (+1)
  void *_Nullable drainTail;        ///< PromiseCore: the last node in it
  bool isDraining;        ///< PromiseCore: whether the drain loop is already on this stack
  bool isReleasing;       ///< PromiseCore: whether the loop that frees reactions is already on this stack
  uint8_t freeingDepth;   ///< PromiseCore: the number of promises on this stack that are freeing their values or errors
  void *_Nullable releaseHead;      ///< PromiseCore: the first node in that loop's queue (+1)
  void *_Nullable manualExecutor;   ///< PromiseCore: the manual executor that replaces every queue on this thread
  void *_Nullable queue;            ///< PromiseCore: the dispatch queue whose executor this thread looked up last (+1)
  void *_Nullable queueExecutor;    ///< PromiseCore: that queue's executor (+1)
  uint64_t workBegun;     ///< PromiseCore: the amount of work (root promises, queued bodies, timers) that this thread started
  uint64_t workEnded;     ///< PromiseCore: the amount that it finished, started on any thread
  bool isCounted;         ///< whether this thread is in the list of threads with counts of work
  struct PSThread *_Nullable nextCounted;  ///< the next thread in that list
} PSThread;

// One instruction instead of a call that clobbers registers. It uses some of the loader's reserve of static thread-local memory.
#if defined(__ELF__)
__attribute__((tls_model("initial-exec")))
#endif
extern _Thread_local PSThread psThread;

/// The number of tracers; a promise created while it is 0 is not traced.
extern uint32_t psTracerCount;
/// Whether PROMISESCOPE requests a recording that has not been started yet. Counts as one tracer.
extern bool psRecordingIsRequested;
/// Whether the cycle counter has a constant rate on all processors and in all power states.
extern bool psTicksAreCycles;

static inline PSThread *_Nonnull psCurrentThread(void) { return &psThread; }

static inline bool psIsRecordingRequested(void) { return __atomic_load_n(&psRecordingIsRequested, __ATOMIC_ACQUIRE); }
static inline void psRequestRecording(bool isRequested) { __atomic_store_n(&psRecordingIsRequested, isRequested, __ATOMIC_RELEASE); }

static inline bool psIsTracing(void) { return __atomic_load_n(&psTracerCount, __ATOMIC_RELAXED) != 0; }
static inline void psTracerCountAdd(int32_t change) { __atomic_fetch_add(&psTracerCount, change, __ATOMIC_RELAXED); }

/// Adds this thread to the list of threads with counts of work. Its exit removes it and preserves its counts.
void psCountThread(PSThread *_Nonnull thread);

/// Counts work that starts, for `psWorkIsDone`. Must be called before the work can end.
static inline void psWorkBegins(void) {
  PSThread *thread = &psThread;
  if (__builtin_expect(!thread->isCounted, 0)) psCountThread(thread);
  __atomic_store_n(&thread->workBegun, thread->workBegun + 1, __ATOMIC_RELEASE);
}

/// Counts work that has ended, started on this thread or on another one.
static inline void psWorkEnds(void) {
  PSThread *thread = &psThread;
  if (__builtin_expect(!thread->isCounted, 0)) psCountThread(thread);
  __atomic_store_n(&thread->workEnded, thread->workEnded + 1, __ATOMIC_RELEASE);
}

/// Whether, at some time during this call, all started work had ended.
bool psWorkIsDone(void);
/// Runs the work items of the main queue. Returns false if this is not the main thread, or if the main queue is already being served.
bool psServeMainQueue(void);

/// Retains a Swift object that no other thread can access yet, with a non-atomic increment.
void *_Nonnull psRetainUnshared(void *_Nonnull object);

/// Enqueues `work(context)` on a dispatch queue, given as the C object, without creating a block.
void psDispatchAsync(void *_Nonnull queue, void *_Nullable context, void (*_Nonnull work)(void *_Nullable));
/// The label of a dispatch queue, given as the C object.
const char *_Nullable psDispatchLabel(void *_Nonnull queue);

/// Whether this is the process's main thread.
bool psIsMainThread(void);
/// Copies this thread's name, truncated to `size - 1` bytes and NUL-terminated. On Linux, an unnamed thread has the program's name.
void psThreadName(char *_Nonnull name, size_t size);

/// The reading of CLOCK_MONOTONIC, in nanoseconds.
static inline uint64_t psMonotonicNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Whether `psTicks` reads the cycle counter.
static inline bool psCountsCycles(void) { return psTicksAreCycles; }

/// The cycle counter; valid only if `psCountsCycles`.
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

/// The cheapest clock that is consistent across threads, in its own unit. The cycle counter takes 9 ns, clock_gettime 21.
static inline uint64_t psTicks(void) {
  return __builtin_expect(psTicksAreCycles, 1) ? psCycles() : psMonotonicNanoseconds();
}

// MARK: Fork

/// The process-wide locks, in the order in which they must be acquired.
enum {
  psRequestLock, psRecordingLock, psInstalledLock, psTracerLock, psTableLock, psSymbolLock, psTypeNameLock, psCountLock, psLockCount
};

/// A process-wide lock. `fork` acquires all of them first, so that they are unlocked in the child.
pthread_mutex_t *_Nonnull psLock(int rank);
/// Creates a lock, to be freed with `psFreeLock`. Aborts if there is no memory, as Swift does.
pthread_mutex_t *_Nonnull psMakeLock(void);
void psFreeLock(pthread_mutex_t *_Nonnull lock);

/// Brackets the work of a thread of the library's own. `fork` waits up to 100 ms until all of them rest, because a child inherits the
/// locks of the Swift runtime as they are: what such a thread was initializing would stay locked there.
void psThreadWorks(void);
void psThreadRests(void);

/// Makes each forked child call `child` before `fork` returns in it.
void psWatchForks(void (*_Nonnull child)(void));

/// Makes the process call `end` when it unloads this library, which is the last step of `exit`.
void psWatchUnloading(void (*_Nonnull end)(void));

/// The working directory at the program's start, if PROMISESCOPE was set then.
const char *_Nullable psRequestedFolder(void);
/// Whether this process inherited PROMISESCOPE from one that records, or was forked from one. A log written since that process started is
/// then another process's.
bool psIsLaterInFamily(void);
/// Whether a file's time is not earlier than the start of the first of those processes.
bool psIsSinceFamily(struct timespec time);

/// The conformances that are cached per type, because looking one up takes thousands of instructions.
enum { psMayBeError, psMayMeanCancellation, psTypeQuestions };
/// A direct-mapped cache of types, by the address of their metadata, with the answer in the lowest bit.
extern uintptr_t psTypeAnswers[psTypeQuestions][256];
static inline uintptr_t psTypeAnswer(int question, uintptr_t type) {
  return __atomic_load_n(&psTypeAnswers[question][(type >> 4) & 255], __ATOMIC_RELAXED);
}
static inline void psSetTypeAnswer(int question, uintptr_t type, bool answer) {
  __atomic_store_n(&psTypeAnswers[question][(type >> 4) & 255], type | answer, __ATOMIC_RELAXED);
}

/// A function of the Swift runtime: retains an object, or returns NULL if the object is being deinitialized.
///
/// A weak reference would do the same, but would give the object a side table for the rest of its life.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);
