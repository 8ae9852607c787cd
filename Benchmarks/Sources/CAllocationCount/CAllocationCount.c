// Counts allocations by replacing malloc: glibc lets a program define it and provides the original under other names.
#include "CAllocationCount.h"
#include <stdlib.h>

static uint64_t count, bytes;
static int paused;

void pauseAllocationCount(int pause) { __atomic_store_n(&paused, pause, __ATOMIC_RELAXED); }

uint64_t allocationCount(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }
uint64_t allocatedBytes(void) { return __atomic_load_n(&bytes, __ATOMIC_RELAXED); }

__attribute__((noinline)) uint64_t countedWork(void (*work)(void *), void *context) {
  uint64_t before = allocationCount();
  work(context);
  return allocationCount() - before;
}

#if defined(__GLIBC__)
#include <errno.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void tell(size_t size) {
  if (__atomic_load_n(&paused, __ATOMIC_RELAXED)) return;
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&bytes, size, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
  tell(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  tell(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  tell(size);
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  tell(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  tell(size);
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
#endif
