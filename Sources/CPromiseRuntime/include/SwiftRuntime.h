// Functions of the Swift runtime that Swift does not offer, and a cache of what the runtime answers slowly.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Retains a Swift object that no other thread can access yet, with a non-atomic increment.
void *_Nonnull psRetainUnshared(void *_Nonnull object);

/// Whether the caller's reference to a Swift object is the only one, and no weak or unowned reference exists from which another thread
/// could make one. What others did with the object before they gave up their references is visible to the caller.
///
/// Reads the object's second word, in which the runtime counts: 1 for an object without an Objective-C part, 2 for the object itself as
/// its first unowned reference; strong references after the first, a side table, and the beginning of deinitialization add to that.
static inline bool psIsUnshared(void *_Nonnull object) {
  return sizeof(void *) == 8 && __atomic_load_n((uint64_t *)object + 1, __ATOMIC_ACQUIRE) == 3;
}

/// Releases a Swift object, with a non-atomic decrement; requires ``psIsUnshared``.
void psReleaseUnshared(void *_Nonnull object);

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
