// The cheapest clock: the cycle counter where its rate is constant, CLOCK_MONOTONIC elsewhere. PromiseTrace converts its unit.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// Whether the cycle counter has a constant rate on all processors and in all power states.
extern bool psTicksAreCycles;

/// The reading of CLOCK_MONOTONIC, in nanoseconds.
static inline uint64_t psMonotonicNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Whether `psTicks` reads the cycle counter.
static inline bool psCountsCycles(void) { return psTicksAreCycles; }

/// The cycle counter; valid only if `psCountsCycles`.
static inline uint64_t psCycles(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc(); // <x86intrin.h> would put the system's headers into a module of the compiler.
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return 0;
#endif
}

/// The cheapest clock that is consistent across threads, in its own unit. The cycle counter takes 9 ns, clock_gettime 21.
static inline uint64_t psTicks(void) {
  return __builtin_expect(psTicksAreCycles, 1) ? psCycles() : psMonotonicNanoseconds();
}
