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

// Restores descriptors 1 and 2. Async-signal-safe.
void ct_capture_put_back(void);

// Writes the last output of the program to descriptor 2, including what was not read yet. Async-signal-safe.
void ct_capture_repeat_last(void);

// Writes all of it to descriptor 2. Async-signal-safe.
static inline void ct_say(const char *text, size_t count) {
  while (count > 0) {
    ssize_t wrote = write(2, text, count);
    if (wrote <= 0) return;
    text += wrote;
    count -= (size_t)wrote;
  }
}
