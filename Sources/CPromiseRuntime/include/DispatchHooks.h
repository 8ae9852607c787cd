// Functions of Dispatch that its Swift module does not offer on Linux. Queues are given as the C objects behind Swift's.
#pragma once
#include <stdbool.h>

/// Enqueues `work(context)` on a dispatch queue without creating a block. The caller keeps the queue alive during the call; from
/// then on, Dispatch does while the queue has work.
void psDispatchAsync(void *_Nonnull queue, void *_Nullable context, void (*_Nonnull work)(void *_Nullable));
/// The label of a dispatch queue.
const char *_Nullable psDispatchLabel(void *_Nonnull queue);
/// Whether the calling thread is running a block of the main queue. On Linux, after `dispatchMain()`, that is not the main thread.
bool psIsOnMainQueue(void);
/// Runs the work items of the main queue. Returns false if this is not the main thread, or if the main queue is already being served.
bool psServeMainQueue(void);
