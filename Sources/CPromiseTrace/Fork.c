// State that must survive fork(): the process-wide locks, and the facts that tell which process of a family a log belongs to.
// Does not know promises or files.

#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "CPromiseTrace.h"

// In the order in which they must be acquired.
static pthread_mutex_t locks[psLockCount] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};

pthread_mutex_t *psLock(int rank) { return &locks[rank]; }

pthread_mutex_t *psMakeLock(void) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  if (lock == NULL || pthread_mutex_init(lock, NULL) != 0) abort();
  return lock;
}

void psFreeLock(pthread_mutex_t *lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}

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

static void holdThreads(void) {
  __atomic_add_fetch(&forking, 1, __ATOMIC_SEQ_CST);
  uint64_t deadline = psMonotonicNanoseconds() + 100000000u;
  while (__atomic_load_n(&working, __ATOMIC_SEQ_CST) != 0 && psMonotonicNanoseconds() < deadline) usleep(50);
}

// The forking thread holds every lock during fork(), so that no lock in the child is held by a thread that does not exist there.

static void (*forkedChild)(void) = NULL;

static void beforeFork(void) {
  holdThreads();
  for (int rank = 0; rank < psLockCount; rank++) pthread_mutex_lock(&locks[rank]);
}

static void releaseLocks(void) {
  for (int rank = psLockCount - 1; rank >= 0; rank--) pthread_mutex_unlock(&locks[rank]);
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

// A recording that the environment requests.

bool psRecordingIsRequested = false;
static char *requestedFolder = NULL;
static pid_t loadedIn = 0;
static struct timespec familySince = {0, 0};
static bool hasAncestor = false;

static const char familyName[] = "PROMISESCOPE_SINCE";

// A program that is started with PROMISESCOPE=run.ndjson contains no call that starts a recording, so its first promise does.
// This runs before main, while no other thread can access the environment.
__attribute__((constructor)) static void detectRequest(void) {
  const char *path = getenv("PROMISESCOPE");
  if (path == NULL || *path == 0) return;
  requestedFolder = getcwd(NULL, 0);
  loadedIn = getpid();
  const char *since = getenv(familyName);
  long seconds, nanoseconds;
  if (since != NULL && sscanf(since, "%ld.%ld", &seconds, &nanoseconds) == 2) {
    hasAncestor = true;
    familySince.tv_sec = seconds;
    familySince.tv_nsec = nanoseconds;
  } else {
    // The clock of file timestamps. The finer clock may be ahead of it by up to 10 ms.
#if defined(CLOCK_REALTIME_COARSE)
    clock_gettime(CLOCK_REALTIME_COARSE, &familySince);
#else
    clock_gettime(CLOCK_REALTIME, &familySince);
#endif
    char text[48];
    snprintf(text, sizeof text, "%ld.%09ld", (long)familySince.tv_sec, (long)familySince.tv_nsec);
    setenv(familyName, text, 1);
  }
  psRecordingIsRequested = true;
  psTracerCount = 1;
}

const char *psRequestedFolder(void) { return requestedFolder; }

bool psIsLaterInFamily(void) { return loadedIn != 0 && (hasAncestor || loadedIn != getpid()); }

bool psIsSinceFamily(struct timespec time) {
  if (time.tv_sec != familySince.tv_sec) return time.tv_sec > familySince.tv_sec;
  return time.tv_nsec >= familySince.tv_nsec;
}
