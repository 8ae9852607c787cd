// Keeps the signals of the program out of the library's writes, and those of the library's writes out of the program.
#pragma once
#include <stdint.h>

/// The calling thread's signals before `psHoldSignals`: two sets, whose type would come from another module.
typedef struct PSHeldSignals {
  uint64_t words[32];
} PSHeldSignals;

/// Blocks every signal in the calling thread, except those of its own faults.
void psHoldSignals(PSHeldSignals *_Nonnull held);
/// Undoes `psHoldSignals`, and discards the signals that a failed write has raised meanwhile.
void psReleaseSignals(const PSHeldSignals *_Nonnull held);
