// Implements ThreadState.h: the state itself, and what the system knows about a thread.

#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
#endif
#include <pthread.h>

#include "ThreadState.h"

_Thread_local PSThread psThread;

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
