// The return addresses of the calling thread, for deeper call sites.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// How many callers each new promise records; 0, which costs one load and branch, for none.
extern int32_t psCallerDepth;
static inline int32_t psCallers(void) { return __atomic_load_n(&psCallerDepth, __ATOMIC_RELAXED); }
static inline void psRecordCallers(int32_t depth) { __atomic_store_n(&psCallerDepth, depth, __ATOMIC_RELAXED); }

/// Stores the return addresses of the calling thread, nearest first, and returns their number.
///
/// Follows frame pointers, which Swift code has, as far as they lie in the thread's stack; a function that ends in a call has no frame.
int32_t psReturnAddresses(uint64_t *_Nonnull addresses, int32_t limit);

/// Where the code at an address comes from.
typedef struct PSCode {
  const char *_Nullable file;   ///< the path of its file, as the dynamic linker knows it; null if there is none
  const char *_Nullable symbol; ///< its function, if the dynamic linker knows that one
  uint64_t base;                ///< the address at which the file is loaded
  bool isExecutable;            ///< whether the file is the program, whose path may be relative to another folder
} PSCode;

/// Asks the dynamic linker about an address, which takes its lock.
PSCode psCode(uint64_t address);
