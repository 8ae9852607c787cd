// Implements WorkCounts.h: the list of threads that count, the counts of threads that have exited, and the sums.

#include <pthread.h>

#include "Locks.h"
#include "WorkCounts.h"

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
