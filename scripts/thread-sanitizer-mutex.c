// Makes a contended `Mutex` visible to the thread sanitizer on Linux. Only `scripts/sanitize thread` links it, into the tests.
//
// Swift's `Mutex` acquires an uncontended lock with an atomic exchange, which the sanitizer observes. If another thread holds the
// lock, the uninstrumented slow path of the library lets the kernel transfer it (FUTEX_LOCK_PI). The sanitizer does not observe
// that transfer and reports a race between two properly locked accesses. This file replaces the slow path with an instrumented
// function of the same name and calling convention.

#include <stdint.h>
#include <time.h>

#define SLOW_PATH "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"

__attribute__((swiftcall)) void mutexLockSlow(uint32_t self, __attribute__((swift_context)) uint32_t *word)
    __asm__(SLOW_PATH);

// Waits until the lock is free and acquires it. The word holds the thread ID of the owner, or 0.
__attribute__((swiftcall)) void mutexLockSlow(uint32_t self, __attribute__((swift_context)) uint32_t *word) {
  const struct timespec pause = {0, 20000};
  for (;;) {
    uint32_t unlocked = 0;
    if (__atomic_compare_exchange_n(word, &unlocked, self, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
    nanosleep(&pause, 0);
  }
}
