// The process-wide locks. They are in one table because `fork` must acquire all of them, in order.
#pragma once
#include <pthread.h>

/// The process-wide locks, in the order in which they must be acquired.
enum {
  psRequestLock, psRecordingLock, psInstalledLock, psTracerLock, psTableLock, psSymbolLock, psTypeNameLock, psCountLock,
  psUnattributedLock, psLockCount
};

/// A process-wide lock. `fork` acquires all of them first, so that they are unlocked in the child.
pthread_mutex_t *_Nonnull psLock(int rank);
/// Creates a lock, to be freed with `psFreeLock`. Aborts if there is no memory, as Swift does.
pthread_mutex_t *_Nonnull psMakeLock(void);
void psFreeLock(pthread_mutex_t *_Nonnull lock);
