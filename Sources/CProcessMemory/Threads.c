// Threads of another process, by ptrace(2).

#if defined(__linux__)
#define _GNU_SOURCE
#include <elf.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#endif
#include <errno.h>
#include <string.h>

#include "CProcessMemory.h"

#if defined(__linux__)

int process_memory_is_supported(void) { return 1; }

int process_thread_set_nice(int nice) {
  int former = getpriority(PRIO_PROCESS, 0);
  (void)setpriority(PRIO_PROCESS, 0, nice);
  return former;
}

int process_thread_seize(int32_t id) { return ptrace(PTRACE_SEIZE, id, 0L, 0L) == 0 ? 0 : errno; }

int process_thread_interrupt(int32_t id) { return ptrace(PTRACE_INTERRUPT, id, 0L, 0L) == 0 ? 0 : errno; }

int process_thread_has_stopped(int32_t id, int32_t *signal) {
  siginfo_t found;
  memset(&found, 0, sizeof found);
  // Without WEXITED, so that the parent of a process that ends still gets its exit code.
  if (waitid(P_PID, (id_t)id, &found, WSTOPPED | WNOHANG | WNOWAIT | __WALL) != 0) return errno == EINTR ? 0 : -1;
  if (found.si_pid == 0) return 0;
  // A stop by PTRACE_INTERRUPT, or by job control, has an event; one before a signal is delivered has none.
  *signal = found.si_status >> 8 != 0 ? 0 : found.si_status & 0x7F;
  return 1;
}

int process_thread_continue(int32_t id, int32_t signal) {
  return ptrace(PTRACE_DETACH, id, 0L, (long)signal) == 0 ? 0 : errno;
}

int64_t process_thread_registers(int32_t id, void *bytes, int64_t size, ThreadPosition *position) {
  struct iovec general = {bytes, (size_t)size};
  if (ptrace(PTRACE_GETREGSET, id, (long)NT_PRSTATUS, &general) != 0) return 0;
#if defined(__x86_64__)
  struct user_regs_struct *registers = bytes;
  if (general.iov_len >= sizeof *registers) {
    *position = (ThreadPosition){registers->rip, registers->rsp, registers->rbp};
  }
  const long vectors[] = {NT_X86_XSTATE, NT_PRFPREG};
#elif defined(__aarch64__)
  struct user_regs_struct *registers = bytes;
  if (general.iov_len >= sizeof *registers) {
    *position = (ThreadPosition){registers->pc, registers->sp, registers->regs[29]};
  }
  const long vectors[] = {NT_PRFPREG};
#else
  const long vectors[] = {NT_PRFPREG};
#endif
  for (unsigned i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
    struct iovec more = {(char *)bytes + general.iov_len, (size_t)size - general.iov_len};
    if (ptrace(PTRACE_GETREGSET, id, vectors[i], &more) == 0) return (int64_t)(general.iov_len + more.iov_len);
  }
  return (int64_t)general.iov_len;
}

int64_t process_memory_copy(int32_t process, const ProcessRange *ranges, int64_t count, void *to) {
  struct iovec remote[512];
  size_t size = 0;
  if (count > 512) count = 512;
  for (int64_t i = 0; i < count; i++) {
    remote[i] = (struct iovec){(void *)(uintptr_t)ranges[i].address, (size_t)ranges[i].size};
    size += (size_t)ranges[i].size;
  }
  struct iovec local = {to, size};
  ssize_t copied = process_vm_readv(process, &local, 1, remote, (unsigned long)count, 0);
  return copied >= 0 ? copied : -errno;
}

#else

int process_memory_is_supported(void) { return 0; }
int process_thread_set_nice(int nice) { return 0; }
int process_thread_seize(int32_t id) { return ENOSYS; }
int process_thread_interrupt(int32_t id) { return ENOSYS; }
int process_thread_has_stopped(int32_t id, int32_t *signal) { return -1; }
int process_thread_continue(int32_t id, int32_t signal) { return ENOSYS; }
int64_t process_thread_registers(int32_t id, void *bytes, int64_t size, ThreadPosition *position) { return 0; }
int64_t process_memory_copy(int32_t process, const ProcessRange *ranges, int64_t count, void *to) { return -ENOSYS; }

#endif
