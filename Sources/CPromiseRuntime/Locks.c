// Implements Locks.h. Fork.c acquires and releases the locks around fork().

#include <stdlib.h>

#include "Locks.h"

static pthread_mutex_t locks[psLockCount] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
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
