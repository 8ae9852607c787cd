// Implements Fork.h: what happens before and after fork(), and when the process unloads the library.

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "Fork.h"
#include "Locks.h"

// The library's own threads rest during fork(), in the child as well, where they do not exist.

static int working = 0, forking = 0;

void psThreadWorks(void) {
  while (true) {
    __atomic_add_fetch(&working, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&forking, __ATOMIC_SEQ_CST) == 0) return;
    psThreadRests();
    while (__atomic_load_n(&forking, __ATOMIC_SEQ_CST) != 0) usleep(50);
  }
}

void psThreadRests(void) { __atomic_sub_fetch(&working, 1, __ATOMIC_SEQ_CST); }

bool psThreadMayWork(void) {
  __atomic_add_fetch(&working, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&forking, __ATOMIC_SEQ_CST) == 0) return true;
  psThreadRests();
  return false;
}

// Counts its naps instead of reading a clock, which may step back.
static void holdThreads(void) {
  __atomic_add_fetch(&forking, 1, __ATOMIC_SEQ_CST);
  for (int nap = 0; nap < 1000 && __atomic_load_n(&working, __ATOMIC_SEQ_CST) != 0; nap++) usleep(100);
}

// The forking thread holds every lock during fork(), so that no lock in the child is held by a thread that does not exist there.

static void (*forkedChild)(void) = NULL;

static void beforeFork(void) {
  holdThreads();
  for (int rank = 0; rank < psLockCount; rank++) pthread_mutex_lock(psLock(rank));
}

static void releaseLocks(void) {
  for (int rank = psLockCount - 1; rank >= 0; rank--) pthread_mutex_unlock(psLock(rank));
}

static void afterForkInParent(void) {
  releaseLocks();
  __atomic_sub_fetch(&forking, 1, __ATOMIC_SEQ_CST);
}

static void afterForkInChild(void) {
  releaseLocks();
  working = forking = 0;
  if (forkedChild != NULL) forkedChild();
}

static pthread_once_t watchOnce = PTHREAD_ONCE_INIT;
static void watch(void) { pthread_atfork(beforeFork, afterForkInParent, afterForkInChild); }

void psWatchForks(void (*child)(void)) {
  forkedChild = child;
  pthread_once(&watchOnce, watch);
}

static void (*unloading)(void) = NULL;
void psWatchUnloading(void (*end)(void)) { __atomic_store_n(&unloading, end, __ATOMIC_RELEASE); }
__attribute__((destructor)) static void unload(void) {
  void (*end)(void) = __atomic_load_n(&unloading, __ATOMIC_ACQUIRE);
  if (end != NULL) end();
}
