// How often this program has asked for memory. Owns the count and nothing else; it stands in front of the system's own malloc.
#pragma once
#include <stdint.h>

/// The allocations of all threads so far: every malloc, calloc, realloc, aligned_alloc and posix_memalign.
uint64_t allocationCount(void);
/// The bytes asked for with them.
uint64_t allocatedBytes(void);
/// Stops counting, or goes on with it. Counting costs an allocation two atomic additions, and threads that allocate meet there: what is
/// timed should not be counted.
void pauseAllocationCount(int pause);
/// Does some work and returns the allocations it made. A profiler that is told to look at this function alone sees that work alone.
uint64_t countedWork(void (*work)(void *context), void *context);
