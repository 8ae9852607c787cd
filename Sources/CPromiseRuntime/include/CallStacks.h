// The call stacks on which promises were created. Each is stored once, so an event needs only its number.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether events record stacks; they do while a log is written.
extern bool psAreStacksKept;
static inline bool psKeepsStacks(void) { return __atomic_load_n(&psAreStacksKept, __ATOMIC_RELAXED); }
static inline void psKeepStacks(bool keeps) { __atomic_store_n(&psAreStacksKept, keeps, __ATOMIC_RELAXED); }

/// The maximum number of return addresses of a stack.
enum { psStackDepth = 12 };

/// The number of the calling thread's stack, which is added if it is new; 0 if there is no room for it.
///
/// Any thread may call it. It waits for no lock: while another thread adds a stack, a new stack gets 0, and its number the next time.
uint16_t psCallStack(void);

/// How many calls of `psCallStack` found no room. Any thread may call it.
uint64_t psMissedStacks(void);

/// Copies a stack's return addresses, nearest first, to a buffer of `psStackDepth`, and returns their number. Any thread may call it.
int32_t psStackAddresses(uint16_t number, uint64_t *_Nonnull addresses);
