// The lines of addresses, and the calls that the optimizer inlined there, from the debug information (DWARF 4) of a program or library.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// A location in a function: that of an address, or of a call that was inlined.
typedef struct PSPlace {
  const char *_Nullable folder;   ///< that of the source file, if the information has it
  const char *_Nullable file;     ///< the path of the source file, perhaps only its name
  const char *_Nullable function; ///< the symbol of the function, or its name, if the information has it
  uint64_t line;                  ///< 0 if the compiler generated the code
} PSPlace;

typedef struct PSDebugInfo PSDebugInfo;

/// Maps a file into memory; NULL if it has no debug information of a supported version. Any thread may call it.
PSDebugInfo *_Nullable psDebugInfo(const char *_Nonnull path);

/// Frees what psDebugInfo returned, and every text of its places.
void psCloseDebugInfo(PSDebugInfo *_Nonnull info);

/// Finds the file and the line of an address, without its function, which takes less time than `psPlaces`; returns whether it has a line.
///
/// The file may have any contents.
bool psLine(PSDebugInfo *_Nonnull info, uint64_t offset, PSPlace *_Nonnull place);

/// Stores the location of an address, then that of the call of each function that is inlined there, nearest first; returns their number.
///
/// The file may have any contents. Only one thread at a time may use the same `info`.
///
/// - offset: The address, relative to that at which the file is loaded.
int32_t psPlaces(PSDebugInfo *_Nonnull info, uint64_t offset, PSPlace *_Nonnull places, int32_t limit);
