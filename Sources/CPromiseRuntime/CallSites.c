// Implements CallSites.h.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

#include "CallSites.h"

int32_t psCallerDepth = 0;

/// This thread's stack; the end is 0 if not asked for yet, 1 if unknown.
static _Thread_local uintptr_t stackStart, stackEnd;

static void findStack(void) {
  stackEnd = 1;
#if defined(__APPLE__)
  stackEnd = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  stackStart = stackEnd - pthread_get_stacksize_np(pthread_self());
#else
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void *start = NULL;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &start, &size) == 0) {
    stackStart = (uintptr_t)start;
    stackEnd = stackStart + size;
  }
  pthread_attr_destroy(&attributes);
#endif
}

int32_t psReturnAddresses(uint64_t *addresses, int32_t limit) {
  if (stackEnd == 0) findStack();
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  // The bounds of another stack, such as that of a signal handler, are not known.
  if (frame < stackStart) return 0;
  int32_t count = 0;
  while (count < limit && frame % sizeof(void *) == 0 && frame < stackEnd && stackEnd - frame >= 2 * sizeof(void *)) {
    const uintptr_t *words = (const uintptr_t *)frame;
    if (words[1] == 0) break;
    addresses[count++] = words[1];
    // Bit 60 marks the frame of an async function.
    uintptr_t next = words[0] & ~((uintptr_t)1 << 60);
    if (next <= frame) break;
    frame = next;
  }
  return count;
}

PSCode psCode(uint64_t address) {
  PSCode code = {NULL, NULL, 0, false};
  Dl_info info;
  if (dladdr((void *)(uintptr_t)address, &info) == 0) return code;
  code = (PSCode){info.dli_fname, info.dli_sname, (uint64_t)(uintptr_t)info.dli_fbase, false};
#if defined(__linux__)
  Dl_info program;
  code.isExecutable = dladdr((void *)getauxval(AT_ENTRY), &program) != 0 && program.dli_fbase == info.dli_fbase;
#endif
  return code;
}
