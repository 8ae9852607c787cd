// Signal handlers. A handler sets a flag and makes a pipe readable; it stops the process itself only while another job has the terminal.
// Every flag is a lock-free atomic.
#include "CTerminal.h"
#include "Private.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>

static int signal_pipe[2] = {-1, -1};
static atomic_uint noticed;
static atomic_int unanswered;
// Which of the signals that stop a process was the last one.
static atomic_int stopping = SIGTSTP;

static const struct {
  int number;
  unsigned bit;
} watched[] = {{SIGWINCH, CT_RESIZED}, {SIGINT, CT_INTERRUPTED}, {SIGTERM, CT_TERMINATED}, {SIGQUIT, CT_QUIT},
               {SIGHUP, CT_HUNG_UP},   {SIGTSTP, CT_STOP_ASKED},  {SIGTTIN, CT_STOP_ASKED}, {SIGTTOU, CT_STOP_ASKED},
               {SIGCONT, CT_CONTINUED}};
enum { watched_count = sizeof watched / sizeof watched[0] };
static struct sigaction former[watched_count];
static int is_watching;

static void notice(unsigned bit) {
  if (atomic_fetch_or(&noticed, bit) & bit) return;
  // A full pipe is already readable.
  ssize_t ignored = write(signal_pipe[1], "!", 1);
  (void)ignored;
}

// Stops the process by a signal, and returns when it is continued. Works inside its handler, too, which blocks it.
static void stop_by(int number) {
  struct sigaction action = {0}, ours;
  action.sa_handler = SIG_DFL;
  sigset_t set, former;
  sigemptyset(&set);
  sigaddset(&set, number);
  // The signal stays blocked until it has its default action. If another one arrives only then and stops the process, continuing the process
  // discards the blocked one; raised later, it would stop the process a second time.
  pthread_sigmask(SIG_BLOCK, &set, &former);
  raise(number);
  sigaction(number, &action, &ours);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  sigaction(number, &ours, NULL);
}

static void on_signal(int number) {
  int saved = errno;
  if (number == SIGTSTP || number == SIGTTIN || number == SIGTTOU) {
    // The terminal belongs to another job: restoring it would only raise the same signal again.
    if (ct_is_in_background()) {
      stop_by(number);
      errno = saved;
      return;
    }
    atomic_store(&stopping, number);
  }
  // After a third request without a reaction, the program hangs: restore the terminal and exit.
  int asks_to_end = number == SIGINT || number == SIGTERM || number == SIGQUIT;
  if (asks_to_end && atomic_fetch_add(&unanswered, 1) >= 2) ct_die_restored(number);
  if (asks_to_end || number == SIGHUP) ct_watchdog_ask(number);
  for (int i = 0; i < watched_count; i++) {
    if (watched[i].number == number) notice(watched[i].bit);
  }
  errno = saved;
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
      ct_close_on_exec(signal_pipe[i]);
      ct_never_block(signal_pipe[i]);
    }
  }
  if (ct_watchdog_start() != 0) return -1;
  if (!is_watching) {
    is_watching = 1;
    ct_take();
    for (int i = 0; i < watched_count; i++) {
      sigaction(watched[i].number, NULL, &former[i]);
      // Signals that a parent such as nohup ignores stay ignored.
      if (former[i].sa_handler != SIG_IGN || watched[i].number == SIGWINCH) watch(i);
    }
  }
  return signal_pipe[0];
}

void ct_signals_remove(void) {
  if (!is_watching) return;
  is_watching = 0;
  ct_watchdog_forget();
  for (int i = 0; i < watched_count; i++) sigaction(watched[i].number, &former[i], NULL);
}

unsigned ct_take(void) {
  char sink[64];
  while (read(signal_pipe[0], sink, sizeof sink) > 0) {
  }
  atomic_store(&unanswered, 0);
  ct_watchdog_take();
  return atomic_exchange(&noticed, 0);
}

void ct_wake(void) {
  if (signal_pipe[1] >= 0) notice(CT_WOKEN);
}

static const int lent_numbers[] = {SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU};
enum { lent_count = sizeof lent_numbers / sizeof lent_numbers[0] };
static struct sigaction lent[lent_count];

void ct_lend_begin(void) {
  for (int i = 0; i < lent_count; i++) {
    struct sigaction action = {0};
    // Ctrl-C belongs to the other program. Ctrl-Z stops both, as one job of the shell.
    action.sa_handler = lent_numbers[i] == SIGINT || lent_numbers[i] == SIGQUIT ? SIG_IGN : SIG_DFL;
    sigaction(lent_numbers[i], &action, &lent[i]);
  }
}

void ct_lend_end(void) {
  for (int i = 0; i < lent_count; i++) sigaction(lent_numbers[i], &lent[i], NULL);
}

void ct_stop_self(void) { stop_by(atomic_load(&stopping)); }
