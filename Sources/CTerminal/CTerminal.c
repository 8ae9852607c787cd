// Signals and last words. Everything a handler calls here is on POSIX's list of async-signal-safe functions, and every
// flag it touches is a lock-free atomic.
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// MARK: Noticing

static int signal_pipe[2] = {-1, -1};
static atomic_uint noticed;
static atomic_int unanswered;

static const struct {
  int number;
  unsigned bit;
} watched[] = {{SIGWINCH, CT_RESIZED}, {SIGINT, CT_INTERRUPTED}, {SIGTERM, CT_TERMINATED}, {SIGQUIT, CT_QUIT},
               {SIGHUP, CT_HUNG_UP},   {SIGTSTP, CT_STOP_ASKED}, {SIGCONT, CT_CONTINUED}};
enum { watched_count = sizeof watched / sizeof watched[0] };
static struct sigaction former[watched_count];
static int is_watching;

static void die_restored(int number);

static void notice(unsigned bit) {
  if (atomic_fetch_or(&noticed, bit) & bit) return;
  // A full pipe is readable already.
  ssize_t ignored = write(signal_pipe[1], "!", 1);
  (void)ignored;
}

static void on_signal(int number) {
  int saved = errno;
  // Whoever asks for the third time without an answer has a program that hangs: give the terminal back and go.
  int asks_to_end = number == SIGINT || number == SIGTERM || number == SIGQUIT;
  if (asks_to_end && atomic_fetch_add(&unanswered, 1) >= 2) die_restored(number);
  for (int i = 0; i < watched_count; i++) {
    if (watched[i].number == number) notice(watched[i].bit);
  }
  errno = saved;
}

static int close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }
static int never_block(int descriptor) {
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

static void watch(int index) {
  struct sigaction action = {0};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(watched[index].number, &action, NULL);
}

int ct_signals_install(void) {
  if (signal_pipe[0] < 0) {
    if (pipe(signal_pipe) != 0) return -1;
    for (int i = 0; i < 2; i++) {
      close_on_exec(signal_pipe[i]);
      never_block(signal_pipe[i]);
    }
  }
  if (!is_watching) {
    is_watching = 1;
    ct_take();
    for (int i = 0; i < watched_count; i++) {
      sigaction(watched[i].number, NULL, &former[i]);
      // What a parent such as nohup told us to ignore stays ignored.
      if (former[i].sa_handler != SIG_IGN || watched[i].number == SIGWINCH) watch(i);
    }
  }
  return signal_pipe[0];
}

void ct_signals_remove(void) {
  if (!is_watching) return;
  is_watching = 0;
  for (int i = 0; i < watched_count; i++) sigaction(watched[i].number, &former[i], NULL);
}

unsigned ct_take(void) {
  char sink[64];
  while (read(signal_pipe[0], sink, sizeof sink) > 0) {
  }
  atomic_store(&unanswered, 0);
  return atomic_exchange(&noticed, 0);
}

void ct_wake(void) {
  if (signal_pipe[1] >= 0) notice(CT_WOKEN);
}

void ct_stop_self(void) {
  struct sigaction action = {0}, ours;
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, &ours);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}

// MARK: Capturing

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
  close_on_exec(ends[0]);
  close_on_exec(ends[1]);
  never_block(ends[0]);
  atomic_store(&recent_count, 0);
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

static void put_output_back(void) {
  if (captured_output && real_output >= 0) dup2(real_output, 1);
  if (captured_error && real_error >= 0) dup2(real_error, 2);
}

void ct_capture_end(void) {
  if (capture_write < 0) return;
  put_output_back();
  close(real_output);
  close(real_error);
  close(capture_write);
  real_output = real_error = capture_write = capture_read_end = -1;
  captured_output = captured_error = 0;
}

// MARK: Last words

static atomic_int is_armed;
static pid_t owner;
static int guard_tty = -1, guard_output = -1, guard_null = -1;
static struct termios guard_modes;
static char guard_bytes[512];
static size_t guard_count;

static const int deadly[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { deadly_count = sizeof deadly / sizeof deadly[0] };
static struct sigaction former_deadly[deadly_count];

static void say(const char *text, size_t count) {
  while (count > 0) {
    ssize_t wrote = write(2, text, count);
    if (wrote <= 0) return;
    text += wrote;
    count -= (size_t)wrote;
  }
}
static void say_text(const char *text) { say(text, strlen(text)); }

// Gives the terminal back; true for the one caller that did.
static int give_back(void) {
  if (!atomic_exchange(&is_armed, 0) || getpid() != owner) return 0;
  if (guard_null >= 0) dup2(guard_null, guard_output);
  ssize_t ignored = write(guard_tty, guard_bytes, guard_count);
  (void)ignored;
  tcsetattr(guard_tty, TCSANOW, &guard_modes);
  put_output_back();
  return 1;
}

// What the program said last: a trap's reason is in there, and would be lost with the pipe.
static void repeat_last_output(void) {
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
    say(&last, 1);
  }
  if (last != '\n') say_text("\n");
}

static const char *meaning(int number) {
  switch (number) {
  case SIGILL: return "SIGILL, a trap: a precondition of the program failed";
  case SIGTRAP: return "SIGTRAP, a trap: a precondition of the program failed";
  case SIGABRT: return "SIGABRT: it gave up";
  case SIGSEGV: return "SIGSEGV, a bad memory access";
  case SIGBUS: return "SIGBUS, a bad memory access";
  case SIGFPE: return "SIGFPE, an arithmetic error";
  case SIGINT: return "SIGINT, after it did not answer";
  case SIGTERM: return "SIGTERM, after it did not answer";
  case SIGQUIT: return "SIGQUIT, after it did not answer";
  default: return "a signal";
  }
}

static void die_restored(int number) {
  if (give_back()) {
    repeat_last_output();
    say_text("The program was stopped by ");
    say_text(meaning(number));
    say_text(". The terminal was restored.\n");
  }
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  // Who asked the Swift runtime for backtraces gets them, on a terminal that can show them.
  if (getenv("SWIFT_BACKTRACE") != NULL) {
    for (int i = 0; i < deadly_count; i++) {
      if (deadly[i] == number) action = former_deadly[i];
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
    action.sa_handler = die_restored;
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
  for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &former_deadly[i], NULL);
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
