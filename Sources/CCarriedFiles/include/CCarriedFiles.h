// Files that the command carries: the sources of the library, which an exercise in Swift is built with, and the programs of the exercises. They
// are compiled in as they are, so that the command stays one file. `scripts/carry-files` writes the list.

#pragma once

#include <stddef.h>
#include <string.h>

/// A file that the command carries.
struct CarriedFile {
  /// Its path in the repository, such as `Sources/PlainText/Glyph.swift`.
  const char *path;
  /// Its text in UTF-8, which ends with a zero byte.
  const unsigned char *bytes;
};

/// Returns the size of a file in bytes, without the zero byte. O(n) in the size.
static inline size_t carriedFileSize(struct CarriedFile file) { return strlen((const char *)file.bytes); }

/// Returns the files, sorted by path.
const struct CarriedFile *carriedFiles(void);
/// Returns their number.
size_t carriedFileCount(void);
