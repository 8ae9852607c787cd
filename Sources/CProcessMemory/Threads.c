// Threads of another process, by ptrace(2).

#include "CProcessMemory.h"

int process_memory_is_supported(void) {
#if defined(__linux__)
  return 1;
#else
  return 0;
#endif
}
