// Declarations that only the files of CTerminal share.
#pragma once
#include <stddef.h>
#include <fcntl.h>
#include <unistd.h>

static inline int ct_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }
static inline int ct_never_block(int descriptor) {
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// Restores the terminal, writes the reason, and lets the signal take its default action. Async-signal-safe.
void ct_die_restored(int number);

// Restores the terminal: its screen as far as it accepts output, its modes always. From then on, drawing writes to nothing.
// Only the first call does that, and returns 1. Async-signal-safe.
int ct_give_back(void);

// Whether another job of the shell has the terminal, so that touching it would stop this process. Async-signal-safe.
int ct_is_in_background(void);

// Whether the terminal accepts output now, so that writing to it would not block. Async-signal-safe.
int ct_has_room(void);

// Starts the thread that ends blocked output after a request to end. Returns 0, or -1 with errno set.
int ct_watchdog_start(void);

// Reports a request to end. Async-signal-safe.
void ct_watchdog_ask(int number);

// Reports that the screen takes what was requested; the next call reports that it has survived that.
void ct_watchdog_take(void);

// Reports that the screen is closed.
void ct_watchdog_forget(void);

// Makes the thread that draws return from a blocked system call. Async-signal-safe.
void ct_interrupt_drawing(void);

// Restores descriptors 1 and 2. Async-signal-safe.
void ct_capture_put_back(void);

// Writes the last output of the program to descriptor 2, including what was not read yet. Async-signal-safe.
void ct_capture_repeat_last(void);

// Writes all of it to descriptor 2, unless that accepts nothing for a tenth of a second. Async-signal-safe.
void ct_say(const char *text, size_t count);
