// Functions of the Swift runtime that Swift does not offer, and a cache of what the runtime answers slowly.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Retains a Swift object that no other thread can access yet, with a non-atomic increment.
void *_Nonnull psRetainUnshared(void *_Nonnull object);

/// A function of the Swift runtime: retains an object, or returns NULL if the object is being deinitialized.
///
/// A weak reference would do the same, but would give the object a side table for the rest of its life.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

/// The number of the task that runs on this thread, which no other task of the process has; 0 outside of tasks.
///
/// A task's address, which is all that Swift offers, is used again by later tasks.
uint64_t psCurrentTask(void);

/// The conformances that are cached per type, because looking one up takes thousands of instructions.
enum { psMayBeError, psMayMeanCancellation, psTypeQuestions };
/// A direct-mapped cache of types, by the address of their metadata, with the answer in the lowest bit.
extern uintptr_t psTypeAnswers[psTypeQuestions][256];
static inline uintptr_t psTypeAnswer(int question, uintptr_t type) {
  return __atomic_load_n(&psTypeAnswers[question][(type >> 4) & 255], __ATOMIC_RELAXED);
}
static inline void psSetTypeAnswer(int question, uintptr_t type, bool answer) {
  __atomic_store_n(&psTypeAnswers[question][(type >> 4) & 255], type | answer, __ATOMIC_RELAXED);
}
