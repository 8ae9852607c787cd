// The tasks that are bodies of promises, and where those of them wait that are suspended.
#pragma once
#include <stdint.h>

/// The most tasks that are known at once, and the most functions of each.
enum { psTaskSlots = 512, psTaskDepth = 16 };

/// Notes that the current task is the body of a promise; returns its slot, -1 without room.
int32_t psTaskBegins(uint64_t promise);
void psTaskEnds(int32_t slot);

/// Copies the addresses with which a suspended task and its callers continue, innermost first, and returns how many there are; 0 unless it is suspended.
int32_t psSuspendedTask(int32_t slot, uint64_t *_Nonnull promise, uint64_t *_Nonnull addresses);
