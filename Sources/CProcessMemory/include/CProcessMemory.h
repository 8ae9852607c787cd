// Stops the threads of another process while its memory is copied. All calls of one stop have to come from one thread, because the kernel
// knows the debugger of a process by its thread.
#pragma once
#include <stdint.h>

/// Whether this system can do it at all.
int process_memory_is_supported(void);
