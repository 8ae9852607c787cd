// Implements RecordingRequest.h: reads the environment before main, and remembers which process of a family this is.

#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "RecordingRequest.h"

uint32_t psTracerCount = 0;
bool psRecordingIsRequested = false;
static char *requestedFolder = NULL;
static pid_t loadedIn = 0;
static struct timespec familySince = {0, 0};
static bool hasAncestor = false;

static const char familyName[] = "PROMISESCOPE_SINCE";

// A program that is started with PROMISESCOPE=run.ndjson contains no call that starts a recording, so its first promise does.
// This runs before main, while no other thread can access the environment.
__attribute__((constructor)) static void detectRequest(void) {
  const char *path = getenv("PROMISESCOPE");
  if (path == NULL || *path == 0) return;
  requestedFolder = getcwd(NULL, 0);
  loadedIn = getpid();
  const char *since = getenv(familyName);
  long seconds, nanoseconds;
  if (since != NULL && sscanf(since, "%ld.%ld", &seconds, &nanoseconds) == 2) {
    hasAncestor = true;
    familySince.tv_sec = seconds;
    familySince.tv_nsec = nanoseconds;
  } else {
    // The clock of file timestamps. The finer clock may be ahead of it by up to 10 ms.
#if defined(CLOCK_REALTIME_COARSE)
    clock_gettime(CLOCK_REALTIME_COARSE, &familySince);
#else
    clock_gettime(CLOCK_REALTIME, &familySince);
#endif
    char text[48];
    snprintf(text, sizeof text, "%ld.%09ld", (long)familySince.tv_sec, (long)familySince.tv_nsec);
    setenv(familyName, text, 1);
  }
  psRecordingIsRequested = true;
  psTracerCount = 1;
}

const char *psRequestedFolder(void) { return requestedFolder; }

bool psIsLaterInFamily(void) { return loadedIn != 0 && (hasAncestor || loadedIn != getpid()); }

bool psIsSinceFamily(struct timespec time) {
  if (time.tv_sec != familySince.tv_sec) return time.tv_sec > familySince.tv_sec;
  return time.tv_nsec >= familySince.tv_nsec;
}
