// A process that dies restores the terminal first. Everything a handler calls here is on POSIX's list of
// async-signal-safe functions.
#include "CTerminal.h"
#include "Private.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>

static atomic_int is_armed, is_restoring;
static int is_installed;
static pid_t owner;
// The terminal, and an opening of its own that never blocks, or -1.
static int guard_tty = -1, guard_exit = -1;
static int guard_output = -1, guard_null = -1;
static struct termios guard_modes;
static char guard_bytes[512];
static size_t guard_count;

#ifdef _NSIG
enum { signal_limit = _NSIG };
#else
enum { signal_limit = NSIG };
#endif
static struct sigaction former_deadly[signal_limit];
static char is_guarded[signal_limit];

static int is_crash(int number) {
  return number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGSEGV || number == SIGBUS ||
         number == SIGFPE || number == SIGSYS;
}

// Whether a signal ends a process that has no handler for it, and no other file of this module handles it.
static int is_deadly(int number) {
  switch (number) {
  case SIGKILL:
  case SIGSTOP:
  case SIGCHLD:
  case SIGURG:
  case SIGCONT:
  case SIGWINCH:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU:
  case SIGINT:
  case SIGTERM:
  case SIGQUIT:
  case SIGHUP: return 0;
#ifdef SIGINFO
  case SIGINFO:
  case SIGIO: return 0;
#endif
  default: return 1;
  }
}

static void wait_milliseconds(int milliseconds) { poll(NULL, 0, milliseconds); }

// Restores the screen if the terminal accepts it.
static void write_farewell(void) {
  static const char cancel = 0x18;
  int descriptor = guard_exit >= 0 ? guard_exit : guard_tty;
  size_t done = 0;
  for (int attempt = 0; attempt < 12 && done < guard_count; attempt++) {
    // Without an opening that never blocks, asking first is the best that can be done.
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    ssize_t wrote = 0;
    if (guard_exit >= 0 || poll(&room, 1, 0) > 0) wrote = write(descriptor, guard_bytes + done, guard_count - done);
    if (wrote > 0) {
      done += (size_t)wrote;
      continue;
    }
    if (attempt == 5 && tcflush(guard_tty, TCOFLUSH) == 0 && guard_exit >= 0) {
      // What the terminal has not read for so long is of no use any more, and takes the room. It may end within a sequence.
      done = 0;
      ssize_t ignored = write(descriptor, &cancel, 1);
      (void)ignored;
    }
    wait_milliseconds(10);
  }
}

int ct_give_back(void) {
  atomic_fetch_add(&is_restoring, 1);
  if (!atomic_exchange(&is_armed, 0) || getpid() != owner) {
    atomic_fetch_sub(&is_restoring, 1);
    return 0;
  }
  if (guard_null >= 0) dup2(guard_null, guard_output);
  ct_interrupt_drawing();
  tcsetattr(guard_tty, TCSANOW, &guard_modes);
  write_farewell();
  ct_capture_put_back();
  atomic_fetch_sub(&is_restoring, 1);
  return 1;
}

int ct_has_room(void) {
  struct pollfd room = {.fd = guard_tty, .events = POLLOUT};
  return poll(&room, 1, 0) > 0 && (room.revents & POLLOUT);
}

int ct_is_in_background(void) {
  pid_t foreground = tcgetpgrp(guard_tty);
  return foreground > 0 && foreground != getpgrp();
}

void ct_say(const char *text, size_t count) {
  int descriptor = guard_exit >= 0 && isatty(2) ? guard_exit : 2;
  while (count > 0) {
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    if (poll(&room, 1, 100) <= 0) return;
    ssize_t wrote = write(descriptor, text, count < 512 ? count : 512);
    if (wrote <= 0) return;
    text += wrote;
    count -= (size_t)wrote;
  }
}

static void say_text(const char *text) { ct_say(text, strlen(text)); }

static void say_number(int number) {
  char digits[3] = {(char)('0' + number / 100), (char)('0' + number / 10 % 10), (char)('0' + number % 10)};
  int first = number >= 100 ? 0 : number >= 10 ? 1 : 2;
  ct_say(digits + first, (size_t)(3 - first));
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
  case SIGIO: return "SIGIO, which it does not expect";
#ifdef SIGPWR
  case SIGPWR: return "SIGPWR, which it does not expect";
#endif
#ifdef SIGSTKFLT
  case SIGSTKFLT: return "SIGSTKFLT, which it does not expect";
#endif
  case SIGXCPU: return "SIGXCPU: its processor time is used up";
  case SIGXFSZ: return "SIGXFSZ: a file grew beyond the limit";
  case SIGINT: return "SIGINT, after it did not answer";
  case SIGTERM: return "SIGTERM, after it did not answer";
  case SIGQUIT: return "SIGQUIT, after it did not answer";
  default: return NULL;
  }
}

void ct_die_restored(int number) {
  if (ct_give_back()) {
    ct_capture_repeat_last();
    say_text("The program was stopped by ");
    const char *words = meaning(number);
    if (words == NULL) {
      say_text("signal ");
      say_number(number);
      say_text(", which it does not expect");
    } else {
      say_text(words);
    }
    say_text(". The terminal was restored.\n");
  }
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  // If backtraces of the Swift runtime were requested, its handler prints them, now that the terminal is restored.
  if (getenv("SWIFT_BACKTRACE") != NULL) {
    if (is_guarded[number]) action = former_deadly[number];
  }
  sigaction(number, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

static void on_exit_restore(void) { ct_give_back(); }

// Opens the terminal once more, because the flag not to block belongs to an opening, which the other programs on the terminal share.
static int open_without_blocking(int tty) {
  char path[256];
  if (ttyname_r(tty, path, sizeof path) != 0) return -1;
  int opened = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  struct stat ours, theirs;
  if (opened < 0 || (fstat(tty, &ours) == 0 && fstat(opened, &theirs) == 0 && ours.st_rdev == theirs.st_rdev)) return opened;
  close(opened);
  return -1;
}

int ct_guard_arm(int tty, int output, const char *bytes, size_t count) {
  static int has_exit_handler;
  if (tcgetattr(tty, &guard_modes) != 0) return -1;
  if (guard_tty >= 0) close(guard_tty);
  guard_tty = fcntl(tty, F_DUPFD_CLOEXEC, 3);
  if (guard_tty < 0) return -1;
  if (guard_exit >= 0) close(guard_exit);
  guard_exit = open_without_blocking(tty);
  if (guard_null < 0) guard_null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  guard_output = output;
  guard_count = count < sizeof guard_bytes ? count : sizeof guard_bytes;
  memcpy(guard_bytes, bytes, guard_count);
  owner = getpid();
  for (int number = 1; number < signal_limit; number++) {
    struct sigaction action = {0};
    // The C library keeps some real-time signals to itself.
    is_guarded[number] = is_deadly(number) && sigaction(number, NULL, &action) == 0;
    if (!is_guarded[number]) continue;
    // A process may have its own use for a signal, which then stays; a crash is a crash.
    is_guarded[number] = is_crash(number) || (!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL);
    if (!is_guarded[number]) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = ct_die_restored;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    sigaction(number, &action, &former_deadly[number]);
  }
  is_installed = 1;
  if (!has_exit_handler) {
    has_exit_handler = 1;
    atexit(on_exit_restore);
  }
  atomic_store(&is_armed, 1);
  return 0;
}

void ct_guard_disarm(void) {
  atomic_store(&is_armed, 0);
  // The process must not end while another thread restores the terminal.
  while (atomic_load(&is_restoring)) wait_milliseconds(1);
  if (!is_installed) return;
  is_installed = 0;
  for (int number = 1; number < signal_limit; number++) {
    if (is_guarded[number]) sigaction(number, &former_deadly[number], NULL);
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
