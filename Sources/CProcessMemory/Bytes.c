// What Swift's Glibc module does not offer of bytes and files.

#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/mman.h>
#endif
#include <string.h>

#include "CProcessMemory.h"

const void *bytes_find(const void *bytes, size_t count, const void *mark, size_t markCount) {
  return memmem(bytes, count, mark, markCount);
}

int memory_file_create(void) {
#if defined(__linux__)
  return memfd_create("pscope", MFD_CLOEXEC);
#else
  return -1;
#endif
}
