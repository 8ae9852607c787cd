// A signal does not say whether it was sent to one process or to a group. So a process of the group blocks every signal and does nothing else: what is
// pending there was sent to the group.
#if defined(__linux__)
#define _GNU_SOURCE
#include <errno.h>
#include <sys/prctl.h>
#endif
#include "CSignalWitness.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const int patience = 5000, second_look = 2; // milliseconds

static atomic_int questions = -1;
static int answers = -1;
static pid_t witness;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void serve(int from, int to) {
  unsigned char number;
  // The end of the pipe is that of the process that asks.
  while (read(from, &number, 1) == 1) {
    sigset_t pending, one;
    sigpending(&pending);
    unsigned char saw = sigismember(&pending, number) == 1;
    if (saw) {
      int taken;
      sigemptyset(&one);
      sigaddset(&one, number);
      sigwait(&one, &taken);
    }
    if (write(to, &saw, 1) != 1) break;
  }
  _exit(0);
}

// Gives the witness a name and arguments by which nothing takes it for the command or for the program.
static void rename_witness(int words) {
#if defined(__linux__)
  prctl(PR_SET_NAME, "signal-witness");
  char *end = program_invocation_name;
  for (int i = 0; i < words; i++) end += strlen(end) + 1;
  memset(program_invocation_name, 0, end - program_invocation_name);
#else
  (void)words;
#endif
}

void witness_start(int words) {
  int asking[2], answering[2];
  if (pipe(asking) != 0) return;
  if (pipe(answering) != 0) {
    close(asking[0]);
    close(asking[1]);
    return;
  }
  fcntl(asking[1], F_SETFD, FD_CLOEXEC);
  fcntl(answering[0], F_SETFD, FD_CLOEXEC);
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  witness = fork();
  if (witness == 0) {
    close(asking[1]);
    close(answering[0]);
    rename_witness(words);
    serve(asking[0], answering[1]);
  }
  close(asking[0]);
  close(answering[1]);
  answers = answering[0];
  atomic_store(&questions, asking[1]);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  atexit(witness_end);
}

void witness_end(void) {
  int pipe = atomic_exchange(&questions, -1);
  if (pipe < 0) return;
  close(pipe);
  if (witness > 0) waitpid(witness, NULL, 0);
}

static int ask(int number) {
  // On Linux, this call waits until a signal that is being sent to a group has been sent to all of it; it changes nothing.
  setpgid(0, getpgrp());
  unsigned char byte = (unsigned char)number;
  struct pollfd answer = {answers, POLLIN, 0};
  if (write(questions, &byte, 1) == 1 && poll(&answer, 1, patience) == 1 && read(answers, &byte, 1) == 1) return byte;
  // It was killed or stopped.
  atomic_store(&questions, -1);
  return -1;
}

int witness_saw(int number) {
  if (atomic_load(&questions) < 0) return -1;
  while (atomic_flag_test_and_set(&busy)) sched_yield();
  int saw = ask(number);
  if (saw == 0) {
    // Elsewhere, a group may get a signal one process after the other.
    poll(NULL, 0, second_look);
    saw = ask(number);
  }
  atomic_flag_clear(&busy);
  return saw;
}
