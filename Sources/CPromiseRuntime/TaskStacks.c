// Implements TaskStacks.h for version 1 of the layout of tasks, a version that the runtime exports for debuggers.
//
// A task frees its slot before it ends, so memory that was read between two equal readings of the slot was that of a task. Its contexts may change
// meanwhile, so they are read through the kernel, which refuses addresses that are not mapped.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/uio.h>
#endif

#include "TaskStacks.h"

extern __attribute__((swiftcall)) void *swift_task_getCurrent(void);

typedef struct {
  _Atomic uint64_t promise; ///< 0 while the slot is free; stored last
  _Atomic uint64_t task;
} Slot;

static Slot slots[psTaskSlots];
static _Atomic uint32_t hint;
static _Atomic uint64_t missed;

uint64_t psMissedTasks(void) { return atomic_load_explicit(&missed, memory_order_relaxed); }

int32_t psTaskBegins(uint64_t promise) {
  uint64_t task = (uint64_t)swift_task_getCurrent();
  if (task == 0 || promise == 0) return -1;
  uint32_t start = atomic_fetch_add_explicit(&hint, 1, memory_order_relaxed);
  for (uint32_t index = 0; index < 8; index++) {
    Slot *slot = &slots[(start + index) % psTaskSlots];
    uint64_t none = 0;
    if (!atomic_compare_exchange_strong(&slot->task, &none, task)) continue;
    atomic_store(&slot->promise, promise);
    return (int32_t)((start + index) % psTaskSlots);
  }
  atomic_fetch_add_explicit(&missed, 1, memory_order_relaxed);
  return -1;
}

void psTaskEnds(int32_t slot) {
  if (slot < 0) return;
  atomic_store(&slots[slot].promise, 0);
  atomic_store(&slots[slot].task, 0);
}

#if defined(__linux__) && defined(__LP64__)

static bool readWords(uint64_t address, uint64_t *words, size_t count) {
  struct iovec own = {words, count * 8}, other = {(void *)address, count * 8};
  return process_vm_readv(getpid(), &own, 1, &other, 1, 0) == (ssize_t)(count * 8);
}

static bool isKnownLayout(void) {
  const uint32_t *version = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_internal_layout_version");
  const uint64_t *size = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_asyncTaskSize");
  return version && size && *version == 1 && *size == 208;
}

int32_t psSuspendedTask(int32_t index, uint64_t *promise, uint64_t *addresses) {
  enum { resume = 56 / 8, context = 64 / 8, status = 96 / 8, isRunning = 0x800, isEnqueued = 0x1000 };
  Slot *slot = &slots[index];
  *promise = atomic_load(&slot->promise);
  uint64_t task[13], link[2];
  if (*promise == 0 || !isKnownLayout() || !readWords(atomic_load(&slot->task), task, 13)) return 0;
  if (task[status] & (isRunning | isEnqueued)) return 0;
  int32_t count = 0;
  addresses[count++] = task[resume];
  for (uint64_t at = task[context]; at != 0 && count < psTaskDepth && readWords(at, link, 2) && link[1] != 0; at = link[0]) {
    addresses[count++] = link[1];
    if (link[0] == at) break;
  }
  // If the task has run meanwhile, the contexts may be those of another task.
  uint64_t after[13];
  bool isSame = atomic_load(&slot->promise) == *promise && readWords(atomic_load(&slot->task), after, 13) &&
      after[status] == task[status] && after[resume] == task[resume] && after[context] == task[context];
  return isSame ? count : 0;
}

#else

int32_t psSuspendedTask(int32_t index, uint64_t *promise, uint64_t *addresses) { return 0; }

#endif
