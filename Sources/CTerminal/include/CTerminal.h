// What must be C, because it runs inside signal handlers: noticing signals, and restoring the terminal of a program that dies.
#pragma once
#include <stddef.h>
#include <sys/types.h>

// Bits of ct_take(): what happened since the last call.
enum {
  CT_RESIZED = 1,
  CT_INTERRUPTED = 2,
  CT_TERMINATED = 4,
  CT_QUIT = 8,
  CT_HUNG_UP = 16,
  CT_STOP_ASKED = 32,
  CT_CONTINUED = 64,
  CT_WOKEN = 128
};

// Installs handlers that only take notes, and remembers the ones before. Returns a descriptor that becomes readable when
// there is something to take, or -1 with errno set. The descriptor stays open for the life of the process, so that a late
// ct_wake() can do no harm.
int ct_signals_install(void);

// Puts the former handlers back.
void ct_signals_remove(void);

// What happened since the last call; empties the descriptor. One thread calls it.
unsigned ct_take(void);

// Makes the descriptor readable. Any thread, any time.
void ct_wake(void);

// Stops the process as Ctrl-Z does, and returns when it is continued.
void ct_stop_self(void);

// From now on a crash (a trap, an abort, a bad access) or an exit() gives the terminal back first: `bytes` go to a private
// duplicate of `tty`, its modes become what they were at this call, and descriptors 1 and 2 become what they were at this
// call. `output` is the descriptor others draw through; it is silenced, so that no other thread draws over the message.
// Returns 0, or -1 with errno set.
int ct_guard_arm(int tty, int output, const char *bytes, size_t count);

// The terminal was given back in an orderly way.
void ct_guard_disarm(void);

// Gives the calling thread a stack of its own for signal handlers, so that a stack overflow is survived long enough.
void ct_guard_thread(void);

// Descriptors 1 and 2, where they are terminals, go into a pipe from now on. Returns its reading end, or -1.
int ct_capture_begin(void);

// Reads from the pipe; what was read last is kept for the message of a crash.
ssize_t ct_capture_read(int descriptor, char *buffer, size_t count);

// Puts descriptors 1 and 2 back and closes the pipe's writing end. The reading end stays open.
void ct_capture_end(void);
