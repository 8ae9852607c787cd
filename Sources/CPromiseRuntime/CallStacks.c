// Implements CallStacks.h: a hash table that threads read without a lock.

#include <stdatomic.h>
#include <string.h>

#include "CallSites.h"
#include "CallStacks.h"

bool psAreStacksKept = false;

enum { tableSize = 4096, mostProbes = 16 };

typedef struct {
  _Atomic uint64_t hash; ///< 0 while the entry is free; stored last
  uint64_t count;
  uint64_t addresses[psStackDepth];
} Stack;

static Stack stacks[tableSize];
static atomic_flag isAdding = ATOMIC_FLAG_INIT;
static _Atomic uint64_t missed;

uint64_t psMissedStacks(void) { return atomic_load_explicit(&missed, memory_order_relaxed); }

uint16_t psCallStack(void) {
  uint64_t addresses[psStackDepth];
  int32_t count = psReturnAddresses(addresses, psStackDepth);
  uint64_t hash = 0x9E3779B97F4A7C15u;
  for (int32_t index = 0; index < count; index++) {
    hash = (hash ^ addresses[index]) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  hash |= 1;
  for (uint64_t probe = 0; probe < mostProbes; probe++) {
    // Entry 0 means "none".
    uint64_t index = (hash >> 1) + probe;
    index = index % (tableSize - 1) + 1;
    Stack *stack = &stacks[index];
    uint64_t known = atomic_load_explicit(&stack->hash, memory_order_acquire);
    if (known == hash) return (uint16_t)index;
    if (known != 0) continue;
    if (atomic_flag_test_and_set_explicit(&isAdding, memory_order_acquire)) return 0;
    if (atomic_load_explicit(&stack->hash, memory_order_relaxed) == 0) {
      stack->count = (uint64_t)count;
      memcpy(stack->addresses, addresses, sizeof addresses[0] * (uint64_t)count);
      atomic_store_explicit(&stack->hash, hash, memory_order_release);
      known = hash;
    }
    atomic_flag_clear_explicit(&isAdding, memory_order_release);
    return known == hash ? (uint16_t)index : 0;
  }
  atomic_fetch_add_explicit(&missed, 1, memory_order_relaxed);
  return 0;
}

int32_t psStackAddresses(uint16_t number, uint64_t *addresses) {
  if (number == 0 || number >= tableSize || atomic_load_explicit(&stacks[number].hash, memory_order_acquire) == 0) return 0;
  memcpy(addresses, stacks[number].addresses, sizeof stacks[number].addresses);
  return (int32_t)stacks[number].count;
}
