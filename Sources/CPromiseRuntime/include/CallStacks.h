// The stacks on which promises were created, each stored once, so that an event needs only its number.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether events record stacks, as they do for a log.
extern bool psAreStacksKept;
static inline bool psKeepsStacks(void) { return __atomic_load_n(&psAreStacksKept, __ATOMIC_RELAXED); }
static inline void psKeepStacks(bool keeps) { __atomic_store_n(&psAreStacksKept, keeps, __ATOMIC_RELAXED); }

/// The most return addresses of a stack.
enum { psStackDepth = 12 };

/// The number of the calling thread's stack; 0 if there is no room for another one.
///
/// Takes no lock: a stack that another thread is just adding gets its number the next time.
uint16_t psCallStack(void);

/// Copies a stack's return addresses, nearest first, and returns how many there are.
int32_t psStackAddresses(uint16_t number, uint64_t *_Nonnull addresses);
