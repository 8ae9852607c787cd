// Redirects what the program prints into a pipe, and keeps its last output for the message of a crash.
#include "CTerminal.h"
#include "Private.h"

#include <stdatomic.h>
#include <stdio.h>

static int capture_write = -1, capture_read_end = -1;
static int real_output = -1, real_error = -1;
static int captured_output, captured_error;
static char recent[4096];
static atomic_size_t recent_count;

static void keep(const char *bytes, size_t count) {
  size_t at = atomic_load(&recent_count);
  for (size_t i = 0; i < count; i++) recent[(at + i) % sizeof recent] = bytes[i];
  atomic_store(&recent_count, at + count);
}

int ct_capture_begin(void) {
  int ends[2];
  captured_output = isatty(1);
  captured_error = isatty(2);
  if ((!captured_output && !captured_error) || pipe(ends) != 0) return -1;
  real_output = fcntl(1, F_DUPFD_CLOEXEC, 3);
  real_error = fcntl(2, F_DUPFD_CLOEXEC, 3);
  ct_close_on_exec(ends[0]);
  ct_close_on_exec(ends[1]);
  ct_never_block(ends[0]);
  atomic_store(&recent_count, 0);
  // Output to a pipe would be block-buffered and arrive late.
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (captured_output) dup2(ends[1], 1);
  if (captured_error) dup2(ends[1], 2);
  capture_write = ends[1];
  capture_read_end = ends[0];
  return ends[0];
}

ssize_t ct_capture_read(int descriptor, char *buffer, size_t count) {
  ssize_t got = read(descriptor, buffer, count);
  if (got > 0) keep(buffer, (size_t)got);
  return got;
}

void ct_capture_put_back(void) {
  if (captured_output && real_output >= 0) dup2(real_output, 1);
  if (captured_error && real_error >= 0) dup2(real_error, 2);
}

void ct_capture_end(void) {
  if (capture_write < 0) return;
  ct_capture_put_back();
  close(real_output);
  close(real_error);
  close(capture_write);
  real_output = real_error = capture_write = capture_read_end = -1;
  captured_output = captured_error = 0;
}

// The last output of the program. It contains the reason of a trap, which would be lost with the pipe.
void ct_capture_repeat_last(void) {
  if (capture_read_end >= 0) {
    char buffer[512];
    ssize_t got;
    while ((got = read(capture_read_end, buffer, sizeof buffer)) > 0) keep(buffer, (size_t)got);
  }
  size_t count = atomic_load(&recent_count);
  if (count == 0) return;
  size_t shown = count < 2048 ? count : 2048;
  char last = '\n';
  for (size_t i = count - shown; i < count; i++) {
    last = recent[i % sizeof recent];
    ct_say(&last, 1);
  }
  if (last != '\n') ct_say("\n", 1);
}
