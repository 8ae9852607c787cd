// Implements Clock.h: asks the processor, before main, whether its cycle counter has a constant rate.

#include "Clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

bool psTicksAreCycles = false;

// CPUID 80000007H, EDX bit 8: the TSC is invariant (Intel SDM 3B, 18.17; AMD APM 3, appendix E).
__attribute__((constructor)) static void psDetectClock(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  psTicksAreCycles = __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8));
#elif defined(__aarch64__)
  psTicksAreCycles = true;
#endif
}
