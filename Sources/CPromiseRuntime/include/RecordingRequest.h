// Whether promises have to be traced: the number of tracers, and the recording that the environment requests with PROMISESCOPE.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// The number of tracers; a promise created while it is 0 is not traced.
extern uint32_t psTracerCount;
/// Whether PROMISESCOPE requests a recording that has not been started yet. Counts as one tracer.
extern bool psRecordingIsRequested;

static inline bool psIsTracing(void) { return __atomic_load_n(&psTracerCount, __ATOMIC_RELAXED) != 0; }
static inline void psTracerCountAdd(int32_t change) { __atomic_fetch_add(&psTracerCount, change, __ATOMIC_RELAXED); }

static inline bool psIsRecordingRequested(void) { return __atomic_load_n(&psRecordingIsRequested, __ATOMIC_ACQUIRE); }
static inline void psRequestRecording(bool isRequested) { __atomic_store_n(&psRecordingIsRequested, isRequested, __ATOMIC_RELEASE); }

/// The value of an environment variable; NULL in a program that runs with more rights than the user who set it (setuid, file
/// capabilities), which must not write a file of that user's choice.
const char *_Nullable psEnvironment(const char *_Nonnull name);

/// The working directory at the program's start, if PROMISESCOPE was set then.
const char *_Nullable psRequestedFolder(void);
/// What the logs of the processes have in common that inherited PROMISESCOPE from one another: PROMISESCOPE_SINCE; NULL without a request.
const char *_Nullable psFamily(void);
/// Whether this process inherited PROMISESCOPE from one that records, or was forked from one that linked this library. A log written since
/// that process started is then another process's.
bool psIsLaterInFamily(void);
/// Whether a file's time is not earlier than the start of the first of those processes; true if the clock stepped back meanwhile.
bool psIsSinceFamily(struct timespec time);
