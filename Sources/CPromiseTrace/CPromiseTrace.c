// Implements the header, except for fork. Owns the threads' state, the counts of work, and the calls into Dispatch and the Swift runtime.

#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
#endif
#include <pthread.h>

#include "CPromiseTrace.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

_Thread_local PSThread psThread;
uint32_t psTracerCount = 0;
uintptr_t psTypeAnswers[psTypeQuestions][256];
bool psTicksAreCycles = false;

// CPUID 80000007H, EDX bit 8: the TSC is invariant (Intel SDM 3B, 18.17; AMD APM 3, appendix E).
__attribute__((constructor)) static void psDetectClock(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  psTicksAreCycles = __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8));
#elif defined(__aarch64__)
  psTicksAreCycles = true;
#endif
}

bool psIsMainThread(void) {
#if defined(__linux__)
  return getpid() == (pid_t)syscall(SYS_gettid);
#else
  return pthread_main_np() == 1;
#endif
}

void psThreadName(char *name, size_t size) {
  if (pthread_getname_np(pthread_self(), name, size) != 0) name[0] = 0;
}

// The counts of work: each thread updates its own, and `psWorkIsDone` adds them up.

static PSThread *firstCounted = NULL;
static uint64_t formerBegun = 0, formerEnded = 0;
static pthread_key_t countKey;
static pthread_once_t countOnce = PTHREAD_ONCE_INIT;

// A later thread-local destructor may count work again. That adds the thread again, and pthreads calls this function once more.
static void psUncountThread(void *argument) {
  PSThread *thread = argument;
  pthread_mutex_lock(psLock(psCountLock));
  formerBegun += thread->workBegun;
  formerEnded += thread->workEnded;
  thread->workBegun = thread->workEnded = 0;
  for (PSThread **link = &firstCounted; *link != NULL; link = &(*link)->nextCounted) {
    if (*link != thread) continue;
    *link = thread->nextCounted;
    break;
  }
  thread->isCounted = false;
  pthread_mutex_unlock(psLock(psCountLock));
}

static void psMakeCountKey(void) { pthread_key_create(&countKey, psUncountThread); }

void psCountThread(PSThread *thread) {
  pthread_once(&countOnce, psMakeCountKey);
  pthread_setspecific(countKey, thread);
  pthread_mutex_lock(psLock(psCountLock));
  thread->isCounted = true;
  thread->nextCounted = firstCounted;
  firstCounted = thread;
  pthread_mutex_unlock(psLock(psCountLock));
}

// The counts of ended work are read before those of started work, and both only grow. So if the sums are equal, no work was in progress
// when the last count of ended work was read.
bool psWorkIsDone(void) {
  pthread_mutex_lock(psLock(psCountLock));
  uint64_t ended = formerEnded, begun = formerBegun;
  for (PSThread *thread = firstCounted; thread != NULL; thread = thread->nextCounted)
    ended += __atomic_load_n(&thread->workEnded, __ATOMIC_ACQUIRE);
  for (PSThread *thread = firstCounted; thread != NULL; thread = thread->nextCounted)
    begun += __atomic_load_n(&thread->workBegun, __ATOMIC_ACQUIRE);
  pthread_mutex_unlock(psLock(psCountLock));
  return begun == ended;
}

// The function that a run loop calls to serve the main queue; Dispatch exports it on every platform.
extern void _dispatch_main_queue_callback_4CF(void *) __attribute__((weak));

bool psServeMainQueue(void) {
  static bool isServing = false;
  if (isServing || !psIsMainThread() || _dispatch_main_queue_callback_4CF == NULL) return false;
  isServing = true;
  _dispatch_main_queue_callback_4CF(NULL);
  isServing = false;
  return true;
}

// Part of the Swift runtime's ABI. Called from C, because Swift's optimizer would replace it with the atomic version.
extern void *swift_nonatomic_retain(void *);

void *psRetainUnshared(void *object) { return swift_nonatomic_retain(object); }

// Functions of Dispatch, declared here because its Swift module does not export them on Linux.
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));
extern const char *dispatch_queue_get_label(void *queue);
extern void dispatch_retain(void *queue);
extern void dispatch_release(void *queue);

// Retains the queue, because the work may run and release the last other reference before dispatch_async_f returns.
void psDispatchAsync(void *queue, void *context, void (*work)(void *)) {
  dispatch_retain(queue);
  dispatch_async_f(queue, context, work);
  dispatch_release(queue);
}
const char *psDispatchLabel(void *queue) { return dispatch_queue_get_label(queue); }
