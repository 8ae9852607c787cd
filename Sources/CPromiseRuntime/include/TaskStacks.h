// The tasks that run bodies of promises, and the functions that the suspended ones wait in.
#pragma once
#include <stdint.h>

/// The maximum number of tasks that are known at once, and of functions of each.
enum { psTaskSlots = 512, psTaskDepth = 16 };

/// Notes that the current task runs the body of a promise; returns the task's slot, or -1 if there is no task or no free slot.
int32_t psTaskBegins(uint64_t promise);
/// How many tasks found no free slot. Any thread may call it.
uint64_t psMissedTasks(void);
/// Frees a slot, before its task ends; does nothing for -1.
void psTaskEnds(int32_t slot);

/// Copies the addresses at which the suspended task of a slot and its callers continue, innermost first, to a buffer of `psTaskDepth`.
///
/// Any thread may call it. Returns the number of addresses; 0 unless the task is suspended.
int32_t psSuspendedTask(int32_t slot, uint64_t *_Nonnull promise, uint64_t *_Nonnull addresses);
