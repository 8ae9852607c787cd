// Implements RecordingRequest.h: reads the environment before main, and remembers which process of a family this is.

#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "RecordingRequest.h"

uint32_t psTracerCount = 0;
bool psRecordingIsRequested = false;
static char *requestedFolder = NULL;
static pid_t loadedIn = 0;
static struct timespec familySince = {0, 0};
static bool hasAncestor = false;
static const char *familyText = NULL;

static const char familyName[] = "PROMISESCOPE_SINCE";

const char *psEnvironment(const char *name) {
#if defined(__linux__)
  return secure_getenv(name);
#else
  return issetugid() ? NULL : getenv(name);
#endif
}

// The clock of file timestamps. The finer clock may be ahead of it by up to 10 ms.
static struct timespec fileTime(void) {
  struct timespec now = {0, 0};
#if defined(CLOCK_REALTIME_COARSE)
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
#else
  clock_gettime(CLOCK_REALTIME, &now);
#endif
  return now;
}

// A program that is started with PROMISESCOPE=run.ndjson contains no call that starts a recording, so its first promise does.
// This runs before main, while no other thread can access the environment.
__attribute__((constructor)) static void detectRequest(void) {
  loadedIn = getpid();
  familySince = fileTime();
  const char *path = psEnvironment("PROMISESCOPE");
  if (path == NULL || *path == 0) return;
  requestedFolder = getcwd(NULL, 0);
  const char *since = psEnvironment(familyName);
  long seconds, nanoseconds;
  if (since != NULL && sscanf(since, "%ld.%ld", &seconds, &nanoseconds) == 2) {
    hasAncestor = true;
    familyText = strdup(since);
    familySince.tv_sec = seconds;
    familySince.tv_nsec = nanoseconds;
  } else {
    char text[48];
    snprintf(text, sizeof text, "%ld.%09ld", (long)familySince.tv_sec, (long)familySince.tv_nsec);
    familyText = strdup(text);
    setenv(familyName, text, 1);
  }
  psRecordingIsRequested = true;
  psTracerCount = 1;
}

const char *psRequestedFolder(void) { return requestedFolder; }

const char *psFamily(void) { return familyText; }

bool psIsLaterInFamily(void) { return hasAncestor || loadedIn != getpid(); }

static bool isEarlier(struct timespec a, struct timespec b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

bool psIsSinceFamily(struct timespec time) {
  struct timespec now = fileTime();
  // If either time is ahead of the clock, the clock has stepped back, and no comparison is certain.
  return !isEarlier(time, familySince) || isEarlier(now, familySince) || isEarlier(now, time);
}
