// Hooks into fork() and into the process's end. A child has one thread, and every lock as it was at that time: the library's threads
// therefore rest and its locks are held while fork() copies the process.
#pragma once

/// Brackets the work of a thread of the library's own. `fork` waits up to 100 ms until all of them rest, because a child inherits the
/// locks of the Swift runtime as they are: what such a thread was initializing would stay locked there.
void psThreadWorks(void);
void psThreadRests(void);

/// Makes each forked child call `child` before `fork` returns in it.
void psWatchForks(void (*_Nonnull child)(void));

/// Makes the process call `end` when it unloads this library, which is the last step of `exit`.
void psWatchUnloading(void (*_Nonnull end)(void));
