// Lets the thread sanitizer see a contended `Mutex` on Linux. `scripts/sanitize thread` links it into the tests; nothing else does.
//
// Swift's `Mutex` takes its lock with an atomic exchange that the sanitizer sees, but where another thread has it, the library's
// uninstrumented slow path lets the kernel hand the lock over (FUTEX_LOCK_PI), which the sanitizer does not see: it then reports
// two properly locked accesses as a race. This is that slow path, with the same name and calling convention, instrumented.

#include <stdint.h>
#include <time.h>

#define SLOW_PATH "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"

__attribute__((swiftcall)) void mutexLockSlow(uint32_t self, __attribute__((swift_context)) uint32_t *word)
    __asm__(SLOW_PATH);

// Waits until the lock is free, then takes it: the word holds the owner's thread id, 0 where there is none.
__attribute__((swiftcall)) void mutexLockSlow(uint32_t self, __attribute__((swift_context)) uint32_t *word) {
  const struct timespec pause = {0, 20000};
  for (;;) {
    uint32_t nobody = 0;
    if (__atomic_compare_exchange_n(word, &nobody, self, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
    nanosleep(&pause, 0);
  }
}
