#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
#endif
#include <pthread.h>
#include <stdlib.h>

#include "CPromiseTrace.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

_Thread_local PSThread psThread;
uint32_t psTracerCount = 0;
bool psTicksAreCycles = false;
bool psRecordingIsRequested = false;

// CPUID 80000007H, EDX bit 8: the TSC is invariant (Intel SDM 3B, 18.17; AMD APM 3, appendix E).
__attribute__((constructor)) static void psDetectClock(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  psTicksAreCycles = __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8));
#elif defined(__aarch64__)
  psTicksAreCycles = true;
#endif
}

// A program that is only started with PROMISESCOPE=run.ndjson has no call to begin a recording with: the first promise begins it.
__attribute__((constructor)) static void psDetectRequest(void) {
  const char *path = getenv("PROMISESCOPE");
  if (path == NULL || *path == 0) return;
  psRecordingIsRequested = true;
  psTracerCount = 1;
}

bool psIsMainThread(void) {
#if defined(__linux__)
  return getpid() == (pid_t)syscall(SYS_gettid);
#else
  return pthread_main_np() == 1;
#endif
}

void psThreadName(char *name, size_t size) {
  if (pthread_getname_np(pthread_self(), name, size) != 0) name[0] = 0;
}
