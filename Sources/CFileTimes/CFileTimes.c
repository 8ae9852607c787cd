// statx(2) on Linux, stat(2) elsewhere.

#if defined(__linux__)
#define _GNU_SOURCE
#include <fcntl.h>
#endif
#include <sys/stat.h>

#include "CFileTimes.h"

int64_t fileCreationTime(const char *path) {
#if defined(__linux__)
  struct statx status;
  if (statx(AT_FDCWD, path, 0, STATX_BTIME, &status) != 0 || !(status.stx_mask & STATX_BTIME)) return -1;
  return status.stx_btime.tv_sec * 1000000000LL + status.stx_btime.tv_nsec;
#else
  struct stat status;
  if (stat(path, &status) != 0) return -1;
  return status.st_birthtimespec.tv_sec * 1000000000LL + status.st_birthtimespec.tv_nsec;
#endif
}
