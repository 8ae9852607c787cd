// A terminal that accepts no output, because its reader has stopped, blocks the thread that draws, which then can't take the request to
// end. A separate thread waits for such requests. If the same output is still unfinished after a quarter of a second without room in the
// terminal, that thread restores the terminal as far as possible and discards all further output, so that the blocked thread continues
// and ends. While the terminal has room, the thread that draws is probably only waiting for a processor, so it gets five seconds.
#include "CTerminal.h"
#include "Private.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static const int step = 25, patience = 250, patience_with_room = 5000; // milliseconds

// The signal that asked the process to end, until the screen has shown that it continues; 0 for none.
static atomic_int asked;
static atomic_int is_taken;
static atomic_int given_up;
static int wake[2] = {-1, -1};

// Odd while a thread draws; every piece of output has a number of its own.
static atomic_uint drawing;
static pthread_t drawing_thread;
static int depth;

void ct_drawing_begin(void) {
  drawing_thread = pthread_self();
  if (depth++ == 0) atomic_fetch_add(&drawing, 1);
}

void ct_drawing_end(void) {
  if (--depth == 0) atomic_fetch_add(&drawing, 1);
}

void ct_interrupt_drawing(void) {
  if ((atomic_load(&drawing) & 1) && !pthread_equal(drawing_thread, pthread_self())) {
    pthread_kill(drawing_thread, SIGURG);
  }
}

int ct_given_up(void) { return atomic_load(&given_up); }

void ct_watchdog_ask(int number) {
  int none = 0;
  if (!atomic_compare_exchange_strong(&asked, &none, number)) return;
  ssize_t ignored = write(wake[1], "!", 1);
  (void)ignored;
}

void ct_watchdog_take(void) {
  if (atomic_exchange(&is_taken, 0)) atomic_store(&asked, 0);
  if (atomic_load(&asked)) atomic_store(&is_taken, 1);
}

void ct_watchdog_forget(void) {
  atomic_store(&is_taken, 0);
  atomic_store(&asked, 0);
}

static void *watch(void *unused) {
  char byte;
  while (read(wake[0], &byte, 1) == 1) {
    unsigned former = 0;
    int number, waited = 0, full = 0;
    while ((number = atomic_load(&asked)) != 0) {
      poll(NULL, 0, step);
      unsigned current = atomic_load(&drawing);
      int is_unfinished = (current & 1) && current == former;
      waited = is_unfinished ? waited + step : 0;
      full = is_unfinished && !ct_has_room() ? full + step : 0;
      former = current;
      if (full < patience && waited < patience_with_room) continue;
      atomic_store(&given_up, number);
      ct_give_back();
      break;
    }
  }
  return unused;
}

// Makes the system call that it interrupts return: SIGURG, which is ignored by default, has no SA_RESTART here.
static void on_interruption(int number) { (void)number; }

int ct_watchdog_start(void) {
  struct sigaction action = {0};
  action.sa_handler = on_interruption;
  sigaction(SIGURG, &action, NULL);
  if (wake[0] >= 0) return 0;
  if (pipe(wake) != 0) return -1;
  ct_close_on_exec(wake[0]);
  ct_close_on_exec(wake[1]);
  ct_never_block(wake[1]);
  // The thread handles no signals, so that none of them waits for it.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, watch, NULL);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  if (error != 0) return -1;
  pthread_detach(thread);
  return 0;
}
