// Reads numbers and texts of debug information, for DebugFile.c, DebugInfo.c, and DebugLines.c. A reader that would pass its end fails,
// and reads only zeros from then on.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  const uint8_t *start;
  uint64_t size;
} Bytes;

typedef struct {
  Bytes bytes;
  uint64_t at;
  bool failed;
} Reader;

static inline bool has(Reader *reader, uint64_t count) {
  if (reader->failed || reader->at > reader->bytes.size || count > reader->bytes.size - reader->at) reader->failed = true;
  return !reader->failed;
}

static inline uint64_t number(Reader *reader, uint64_t size) {
  uint64_t value = 0;
  if (!has(reader, size)) return 0;
  memcpy(&value, reader->bytes.start + reader->at, size);
  reader->at += size;
  return value;
}

static inline uint64_t leb(Reader *reader, bool isSigned) {
  uint64_t value = 0, shift = 0, byte = 0;
  do {
    byte = number(reader, 1);
    if (shift < 64) value |= (byte & 127) << shift;
    shift += 7;
  } while (byte & 128 && !reader->failed);
  if (isSigned && shift < 64 && byte & 64) value |= ~(uint64_t)0 << shift;
  return value;
}

static inline void skip(Reader *reader, uint64_t count) {
  if (has(reader, count)) reader->at += count;
}

/// The text at a position; NULL unless it ends in the section.
static inline const char *text(Bytes bytes, uint64_t at) {
  if (at >= bytes.size || !memchr(bytes.start + at, 0, bytes.size - at)) return NULL;
  return (const char *)bytes.start + at;
}

static inline Reader reader(Bytes bytes, uint64_t at) { return (Reader){bytes, at, at > bytes.size}; }

/// The file number and the line of an address, and the positions of its unit's names of folders and files.
typedef struct {
  Bytes bytes;
  uint64_t folders, files, file, line;
} Lines;

/// Runs a unit's line number program up to an address; `file` is 0 if the program does not cover the address.
Lines psReadLines(Bytes section, uint64_t start, uint64_t address);

/// The name of one of the unit's files, and of the folder that it is relative to; NULL if it has none.
const char *psFileName(const Lines *lines, uint64_t file, const char **folder);
