// Implements DispatchHooks.h. Declares the functions of Dispatch itself, because Linux installs its headers only for Swift.

#include <stddef.h>
#include <string.h>

#include "DispatchHooks.h"
#include "ThreadState.h"

extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));
extern const char *dispatch_queue_get_label(void *queue);

void psDispatchAsync(void *queue, void *context, void (*work)(void *)) { dispatch_async_f(queue, context, work); }

const char *psDispatchLabel(void *queue) { return dispatch_queue_get_label(queue); }

bool psIsOnMainQueue(void) {
  // NULL stands for the current queue.
  const char *label = dispatch_queue_get_label(NULL);
  return label != NULL && strcmp(label, "com.apple.main-thread") == 0;
}

// The function that a run loop calls to serve the main queue; Dispatch exports it on every platform.
extern void _dispatch_main_queue_callback_4CF(void *) __attribute__((weak));

bool psServeMainQueue(void) {
  static bool isServing = false;
  if (isServing || !psIsMainThread() || _dispatch_main_queue_callback_4CF == NULL) return false;
  isServing = true;
  _dispatch_main_queue_callback_4CF(NULL);
  isServing = false;
  return true;
}
