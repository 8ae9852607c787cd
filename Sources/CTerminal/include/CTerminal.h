// The parts that must be C because they run inside signal handlers: receiving signals, and restoring the terminal of a crashing program.
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

// Installs handlers that only set flags, and saves the previous ones. Returns a descriptor that becomes readable when
// a flag is set, or -1 with errno set. The descriptor stays open for the life of the process, so that a late
// ct_wake() is harmless.
int ct_signals_install(void);

// Restores the previous handlers.
void ct_signals_remove(void);

// Returns the flags set since the last call and drains the descriptor. Only one thread may call it.
unsigned ct_take(void);

// Makes the descriptor readable. Any thread may call it at any time.
void ct_wake(void);

// Stops the process by the signal that asked for it, as Ctrl-Z does, and returns when it is continued.
void ct_stop_self(void);

// Leaves the keys Ctrl-C, Ctrl-\ and Ctrl-Z to another program that uses the terminal, until ct_lend_end().
void ct_lend_begin(void);
void ct_lend_end(void);

// Encloses everything that writes to the terminal, on the thread that draws. If the terminal accepts nothing for a quarter of a second after
// a request to end, the output vanishes, and the thread continues.
void ct_drawing_begin(void);
void ct_drawing_end(void);

// The signal that asked the process to end while the terminal accepted no output; 0 for none. The terminal is then no longer ours.
int ct_given_up(void);

// From this call on, a crash (a trap, an abort, a bad access) or an exit() first restores the terminal: it writes `bytes` to a private
// duplicate of `tty` and restores the modes and descriptors 1 and 2 as they were at this call.
// `output` is the descriptor used for drawing; it is silenced, so that no other thread draws over the message.
// Returns 0, or -1 with errno set.
int ct_guard_arm(int tty, int output, const char *bytes, size_t count);

// Reports that the terminal was restored in the ordinary way.
void ct_guard_disarm(void);

// Gives the calling thread an alternate signal stack, so that handlers can run after a stack overflow.
void ct_guard_thread(void);

// Redirects descriptors 1 and 2, if they are terminals, into a pipe. Returns its reading end, or -1.
int ct_capture_begin(void);

// Reads from the pipe, and keeps the last output for the message of a crash.
ssize_t ct_capture_read(int descriptor, char *buffer, size_t count);

// Restores descriptors 1 and 2 and closes the writing end of the pipe. The reading end stays open.
void ct_capture_end(void);
