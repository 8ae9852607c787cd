// Counts the allocations of this program. Owns the counters; the system's malloc allocates the memory.
#pragma once
#include <stdint.h>

/// The number of allocations on all threads so far: malloc, calloc, realloc, aligned_alloc and posix_memalign.
uint64_t allocationCount(void);
/// The number of bytes requested by those allocations.
uint64_t allocatedBytes(void);
/// Pauses or resumes counting. Counting adds two atomic additions to each allocation, for which threads contend, so pause it while
/// measuring time.
void pauseAllocationCount(int pause);
/// Runs some work and returns its number of allocations. A profiler that is restricted to this function observes only that work.
uint64_t countedWork(void (*work)(void *context), void *context);
