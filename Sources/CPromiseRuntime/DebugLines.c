// Implements psReadLines and psFileName of DebugReader.h: runs the line number program of DWARF 4, which lists the lines of all addresses of a unit.

#include "DebugReader.h"

/// The next text; NULL for an empty one, which ends a list.
static const char *next(Reader *in) {
  const char *name = text(in->bytes, in->at);
  if (!name || !*name) return NULL;
  in->at += strlen(name) + 1;
  return name;
}

const char *psFileName(const Lines *lines, uint64_t wanted, const char **folder) {
  Reader in = reader(lines->bytes, lines->files);
  for (uint64_t file = 1; !in.failed; file++) {
    const char *name = next(&in);
    uint64_t number = leb(&in, false);
    leb(&in, false);
    leb(&in, false);
    if (name && file != wanted) continue;
    in = reader(lines->bytes, lines->folders);
    *folder = NULL;
    while (name && number-- > 0 && (*folder = next(&in))) {}
    return name;
  }
  return NULL;
}

Lines psReadLines(Bytes section, uint64_t start, uint64_t address) {
  Lines lines = {0};
  Reader in = reader(section, start);
  uint64_t length = number(&in, 4), version = number(&in, 2), header = number(&in, 4), program = in.at + header;
  if (in.failed || version != 4 || length > section.size - start - 4) return lines;
  in.bytes.size = start + 4 + length;
  uint64_t step = number(&in, 1);
  skip(&in, 2);
  int64_t base = (int8_t)number(&in, 1);
  uint64_t range = number(&in, 1), first = number(&in, 1), counts[256] = {0};
  for (uint64_t code = 1; code < first; code++) counts[code] = number(&in, 1);
  lines.bytes = in.bytes;
  lines.folders = in.at;
  while (next(&in)) {}
  lines.files = in.at + 1;
  if (range == 0 || in.failed) return lines;
  in.at = program;
  uint64_t at = 0, file = 1, line = 1, lastAt = 0, lastFile = 0, lastLine = 0;
  bool isRow = false;
  while (has(&in, 1)) {
    uint64_t code = number(&in, 1);
    bool emits = false, ends = false;
    if (code >= first) {
      at += (code - first) / range * step;
      line += (uint64_t)(base + (int64_t)((code - first) % range));
      emits = true;
    } else if (code == 0) {
      uint64_t count = leb(&in, false), next = in.at + count;
      if (count == 0 || !has(&in, count)) break;
      uint64_t kind = number(&in, 1);
      if (kind == 1) emits = ends = true;
      if (kind == 2 && count == 9) at = number(&in, 8);
      in.at = next;
    } else if (code == 1) emits = true;
    else if (code == 2) at += leb(&in, false) * step;
    else if (code == 3) line += leb(&in, true);
    else if (code == 4) file = leb(&in, false);
    else if (code == 8) at += (255 - first) / range * step;
    else if (code == 9) at += number(&in, 2);
    else for (uint64_t index = 0; index < counts[code]; index++) leb(&in, false);
    if (!emits) continue;
    if (isRow && lastAt <= address && address < at && lastAt != 0) {
      lines.file = lastFile;
      lines.line = lastLine;
      return lines;
    }
    lastAt = at;
    lastFile = file;
    lastLine = line;
    isRow = !ends;
    if (ends) {
      at = 0;
      file = line = 1;
    }
  }
  return lines;
}
