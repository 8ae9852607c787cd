// Hooks into fork() and into the end of the process. A child has one thread and inherits every lock in its current state, so the
// library's threads rest, and its locks are held, while fork() copies the process.
#pragma once
#include <stdbool.h>

/// Brackets the work of each thread that the library owns. `fork` waits up to 100 ms until all of them rest: a child inherits the locks of
/// the Swift runtime too, so a lock that such a thread held would stay locked there.
void psThreadWorks(void);
void psThreadRests(void);
/// Like `psThreadWorks` for a thread of the program, which must not wait: returns false while the process is being forked.
bool psThreadMayWork(void);

/// Makes each forked child call `child` before `fork` returns in it.
void psWatchForks(void (*_Nonnull child)(void));

/// Makes the process call `end` when it unloads this library, which is the last step of `exit`.
void psWatchUnloading(void (*_Nonnull end)(void));
