// Counts of the work that the library has started and ended, for a wait that must not return while promises are still settling.
// Each thread updates its own counts in `PSThread`, and `psWorkIsDone` adds them up.
#pragma once
#include "ThreadState.h"

/// Adds this thread to the list of threads with counts of work. Its exit removes it and preserves its counts.
void psCountThread(PSThread *_Nonnull thread);

/// Counts work that starts, for `psWorkIsDone`. Must be called before the work can end.
static inline void psWorkBegins(void) {
  PSThread *thread = &psThread;
  if (__builtin_expect(!thread->isCounted, 0)) psCountThread(thread);
  __atomic_store_n(&thread->workBegun, thread->workBegun + 1, __ATOMIC_RELEASE);
}

/// Counts work that has ended, started on this thread or on another one.
static inline void psWorkEnds(void) {
  PSThread *thread = &psThread;
  if (__builtin_expect(!thread->isCounted, 0)) psCountThread(thread);
  __atomic_store_n(&thread->workEnded, thread->workEnded + 1, __ATOMIC_RELEASE);
}

/// Whether, at some time during this call, all started work had ended.
bool psWorkIsDone(void);
