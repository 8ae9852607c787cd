// A process that tells signals to a process group from signals to this process alone. In C, because Swift cannot fork, and because handlers
// ask it.
#pragma once

/// Starts the witness in the process group of this process; it ends with this process at the latest.
///
/// `words` is the number of this process's arguments that do not belong to the recorded program: the witness has only the others, so that
/// `pkill -f` finds it exactly if it finds the program.
void witness_start(int words);

/// Whether a signal that this process received was sent to its whole group: 1 or 0; -1 if that is unknown, because there is no witness.
///
/// Each signal can be asked about once. Async-signal-safe if all signals are blocked.
int witness_saw(int number);

/// Ends the witness.
void witness_end(void);
