// Implements Signals.h.

#include <pthread.h>
#include <signal.h>

#include "Signals.h"

typedef struct {
  sigset_t mask;
  sigset_t pending;
} State;

_Static_assert(sizeof(State) <= sizeof(PSHeldSignals), "two sets of signals");

// A thread's own faults stay deliverable: blocked, they would end the process before the program's handler.
void psHoldSignals(PSHeldSignals *held) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  State *state = (State *)held;
  sigset_t all;
  sigfillset(&all);
  for (int index = 0; index < 5; index++) sigdelset(&all, faults[index]);
  pthread_sigmask(SIG_SETMASK, &all, &state->mask);
  sigpending(&state->pending);
}

// A write to a pipe without a reader raises SIGPIPE, and one beyond the limit on file sizes SIGXFSZ, both for the writing thread.
void psReleaseSignals(const PSHeldSignals *held) {
  static const int raised[] = {SIGPIPE, SIGXFSZ};
  const State *state = (const State *)held;
  sigset_t pending;
  sigpending(&pending);
  for (int index = 0; index < 2; index++) {
    if (!sigismember(&pending, raised[index]) || sigismember(&state->pending, raised[index])) continue;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, raised[index]);
    int signal;
    sigwait(&one, &signal);
  }
  pthread_sigmask(SIG_SETMASK, &state->mask, NULL);
}
