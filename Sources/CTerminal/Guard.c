// A process that dies restores the terminal first. Everything a handler calls here is on POSIX's list of
// async-signal-safe functions.
#include "CTerminal.h"
#include "Private.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>

static atomic_int is_armed;
static pid_t owner;
static int guard_tty = -1, guard_output = -1, guard_null = -1;
static struct termios guard_modes;
static char guard_bytes[512];
static size_t guard_count;

// Crashes come first; the others end a process unless it has its own use for them, which then stays.
static const int deadly[] = {SIGILL,  SIGTRAP, SIGABRT, SIGSEGV,   SIGBUS,  SIGFPE,  SIGSYS,
                             SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ};
enum { deadly_count = sizeof deadly / sizeof deadly[0], crash_count = 6 };
static struct sigaction former_deadly[deadly_count];
static char is_guarded[deadly_count];

static void say_text(const char *text) { ct_say(text, strlen(text)); }

// Restores the terminal; returns true only to the caller that did.
static int give_back(void) {
  if (!atomic_exchange(&is_armed, 0) || getpid() != owner) return 0;
  if (guard_null >= 0) dup2(guard_null, guard_output);
  ssize_t ignored = write(guard_tty, guard_bytes, guard_count);
  (void)ignored;
  tcsetattr(guard_tty, TCSANOW, &guard_modes);
  ct_capture_put_back();
  return 1;
}

static const char *meaning(int number) {
  switch (number) {
  case SIGILL: return "SIGILL, a trap: a precondition of the program failed";
  case SIGTRAP: return "SIGTRAP, a trap: a precondition of the program failed";
  case SIGABRT: return "SIGABRT: it gave up";
  case SIGSEGV: return "SIGSEGV, a bad memory access";
  case SIGBUS: return "SIGBUS, a bad memory access";
  case SIGFPE: return "SIGFPE, an arithmetic error";
  case SIGSYS: return "SIGSYS, a system call that is not allowed";
  case SIGUSR1: return "SIGUSR1, which it does not expect";
  case SIGUSR2: return "SIGUSR2, which it does not expect";
  case SIGALRM: return "SIGALRM, a timer it does not expect";
  case SIGVTALRM: return "SIGVTALRM, a timer it does not expect";
  case SIGPROF: return "SIGPROF, a timer it does not expect";
  case SIGXCPU: return "SIGXCPU: its processor time is used up";
  case SIGXFSZ: return "SIGXFSZ: a file grew beyond the limit";
  case SIGINT: return "SIGINT, after it did not answer";
  case SIGTERM: return "SIGTERM, after it did not answer";
  case SIGQUIT: return "SIGQUIT, after it did not answer";
  default: return "a signal";
  }
}

void ct_die_restored(int number) {
  if (give_back()) {
    ct_capture_repeat_last();
    say_text("The program was stopped by ");
    say_text(meaning(number));
    say_text(". The terminal was restored.\n");
  }
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  // If backtraces of the Swift runtime were requested, its handler prints them, now that the terminal is restored.
  if (getenv("SWIFT_BACKTRACE") != NULL) {
    for (int i = 0; i < deadly_count; i++) {
      if (deadly[i] == number && is_guarded[i]) action = former_deadly[i];
    }
  }
  sigaction(number, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

static void on_exit_restore(void) { give_back(); }

int ct_guard_arm(int tty, int output, const char *bytes, size_t count) {
  static int has_exit_handler;
  if (tcgetattr(tty, &guard_modes) != 0) return -1;
  if (guard_tty >= 0) close(guard_tty);
  guard_tty = fcntl(tty, F_DUPFD_CLOEXEC, 3);
  if (guard_tty < 0) return -1;
  if (guard_null < 0) guard_null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  guard_output = output;
  guard_count = count < sizeof guard_bytes ? count : sizeof guard_bytes;
  memcpy(guard_bytes, bytes, guard_count);
  owner = getpid();
  for (int i = 0; i < deadly_count; i++) {
    struct sigaction action = {0};
    sigaction(deadly[i], NULL, &action);
    is_guarded[i] = i < crash_count || (!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL);
    if (!is_guarded[i]) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = ct_die_restored;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    sigaction(deadly[i], &action, &former_deadly[i]);
  }
  if (!has_exit_handler) {
    has_exit_handler = 1;
    atexit(on_exit_restore);
  }
  atomic_store(&is_armed, 1);
  return 0;
}

void ct_guard_disarm(void) {
  if (!atomic_exchange(&is_armed, 0)) return;
  for (int i = 0; i < deadly_count; i++) {
    if (is_guarded[i]) sigaction(deadly[i], &former_deadly[i], NULL);
  }
}

void ct_guard_thread(void) {
  enum { size = 64 * 1024 };
  stack_t stack = {0};
  if (sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE)) return;
  stack.ss_sp = malloc(size);
  stack.ss_size = size;
  stack.ss_flags = 0;
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
}
