// The threads and the memory of another process, by ptrace(2) and process_vm_readv(2), which Swift cannot call. All calls about threads have to
// come from one thread: the kernel knows a debugger by its thread, and continues what it has stopped when that thread ends, however it ends.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A part of another process's memory.
typedef struct {
  uint64_t address;
  uint64_t size;
} ProcessRange;

/// Where a thread stands.
typedef struct {
  uint64_t instruction;
  uint64_t stack;
  uint64_t frame;
} ThreadPosition;

/// Whether this system has what is needed: 1 or 0. Where it has not, every other call fails with ENOSYS.
int process_memory_is_supported(void);

/// Changes the priority of the calling thread, as far as the system permits that: -20 is the highest one. Returns the former one.
int process_thread_set_nice(int nice);

/// Becomes the debugger of a thread, which runs on. Returns 0, or an error number.
int process_thread_seize(int32_t id);

/// Asks a seized thread to stop. Returns 0, or an error number.
int process_thread_interrupt(int32_t id);

/// Whether a seized thread has stopped: 1, 0 if it has not yet, -1 if it is gone.
///
/// `signal` becomes the signal with which the thread was about to continue, or 0. The stop is only looked at, not taken: should this process be
/// killed, the kernel still delivers that signal.
int process_thread_has_stopped(int32_t id, int32_t *_Nonnull signal);

/// Lets a stopped thread continue, with the signal that it was about to receive, and ceases to be its debugger.
int process_thread_continue(int32_t id, int32_t signal);

/// Copies the registers of a stopped thread, also those of vectors; returns how many bytes they take, at most `size`.
int64_t process_thread_registers(int32_t id, void *_Nonnull bytes, int64_t size, ThreadPosition *_Nonnull position);

/// Copies ranges of a process's memory one behind the other, at most 512; returns how many bytes were copied before one that can't be read, or an
/// error number below 0.
int64_t process_memory_copy(int32_t process, const ProcessRange *_Nonnull ranges, int64_t count, void *_Nonnull to);

/// The first occurrence of a mark in bytes; null if there is none.
const void *_Nullable bytes_find(const void *_Nonnull bytes, size_t count, const void *_Nonnull mark, size_t markCount);

/// Creates a file in memory that has no name; returns its descriptor, or -1.
int memory_file_create(void);
