// Files that the command carries: its page, its lessons, the adapter for Node, the programs of the exercises, and the sources of the library,
// which an exercise in Swift is built with. They are compiled in as they are, so that the command stays one file. `scripts/carry-files` writes the
// list. SwiftPM would embed them as array literals, for each 4 kB of which the compiler takes about a second.

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

/// Returns the text of a file, which ends with a zero byte. O(n) in the number of files.
///
/// @param path Its path in the repository.
static inline const char *carriedText(const char *path) {
  const struct CarriedFile *files = carriedFiles();
  for (size_t i = 0; i < carriedFileCount(); i++) {
    if (strcmp(files[i].path, path) == 0) return (const char *)files[i].bytes;
  }
  return NULL;
}
