// The lines of addresses, with the calls that the optimizer inlined, from the debug information (DWARF 4) of a program or library.
#pragma once
#include <stdint.h>

/// A place in a function: where it was called from, or where it calls.
typedef struct PSPlace {
  const char *_Nullable file;     ///< the path of the source file, perhaps only its name
  const char *_Nullable function; ///< the symbol of the function, or its name, if the information has it
  uint64_t line;                  ///< 0 if the compiler made the code
} PSPlace;

typedef struct PSDebugInfo PSDebugInfo;

/// Maps a file into memory, for as long as the process lives; NULL if it has no debug information that is understood.
PSDebugInfo *_Nullable psDebugInfo(const char *_Nonnull path);

/// Stores the place of an address, and where each function was called that is inlined there, nearest first; returns how many there are.
///
/// The file may have any contents. Not thread-safe for one file.
///
/// - offset: The address, counted from where the file is loaded.
int32_t psPlaces(PSDebugInfo *_Nonnull info, uint64_t offset, PSPlace *_Nonnull places, int32_t limit);
