// Implements psLine and psPlaces of DebugInfo.h, from the units and entries of DWARF 4. Everything that is read from the file is checked.

#include "DebugInfo.h"

#if !defined(__ELF__)
bool psLine(PSDebugInfo *info, uint64_t offset, PSPlace *place) { return false; }
int32_t psPlaces(PSDebugInfo *info, uint64_t offset, PSPlace *places, int32_t limit) { return 0; }
#else

#include "DebugFile.h"

#include <stdlib.h>

enum { mostInlined = 16, mostUnitBytes = 1 << 22 };

/// A unit, by positions in `info`, and the position of its codes in `abbrev`; `entries` is 0 if its version is not supported.
typedef struct {
  uint64_t start, end, entries, abbrev;
} Unit;

typedef struct {
  uint64_t tag, low, high, ranges, callFile, callLine, origin, linkage, name, lines;
  bool hasChildren, hasLow, hasHigh, isHighOffset, hasRanges, hasLines;
} Entry;

// MARK: Entries

/// Reads a value; that of a block or an inline text is 0.
static uint64_t value(Reader *in, uint64_t form) {
  switch (form) {
  case 0x01: case 0x07: case 0x14: case 0x20: return number(in, 8);
  case 0x03: skip(in, number(in, 2)); return 0;
  case 0x04: skip(in, number(in, 4)); return 0;
  case 0x05: case 0x12: return number(in, 2);
  case 0x06: case 0x0e: case 0x10: case 0x13: case 0x17: return number(in, 4);
  case 0x08: while (number(in, 1) != 0) {} return 0;
  case 0x09: case 0x18: skip(in, leb(in, false)); return 0;
  case 0x0a: skip(in, number(in, 1)); return 0;
  case 0x0b: case 0x0c: case 0x11: return number(in, 1);
  case 0x0d: return leb(in, true);
  case 0x0f: case 0x15: return leb(in, false);
  case 0x19: return 1;
  default: in->failed = true; return 0;
  }
}

/// Reads the position in `abbrev` of the description of each kind of entry.
static bool readCodes(PSDebugInfo *file, uint64_t start) {
  if (file->codesOf == start + 1) return true;
  file->codesOf = 0;
  memset(file->codes, 0, sizeof file->codes);
  Reader in = reader(file->abbrev, start);
  for (uint64_t code = leb(&in, false); code != 0 && !in.failed; code = leb(&in, false)) {
    if (code < mostCodes) file->codes[code] = in.at;
    leb(&in, false);
    number(&in, 1);
    while (!in.failed) {
      uint64_t name = leb(&in, false), form = leb(&in, false);
      if (name == 0 && form == 0) break;
    }
  }
  if (!in.failed) file->codesOf = start + 1;
  return !in.failed;
}

/// Reads an entry; its tag is 0 for the end of a list.
static Entry readEntry(PSDebugInfo *file, Reader *in) {
  Entry entry = {0};
  uint64_t code = leb(in, false);
  if (code == 0 || in->failed) return entry;
  if (code >= mostCodes || file->codes[code] == 0) {
    in->failed = true;
    return entry;
  }
  Reader form = reader(file->abbrev, file->codes[code]);
  entry.tag = leb(&form, false);
  entry.hasChildren = number(&form, 1) != 0;
  while (!form.failed && !in->failed) {
    uint64_t name = leb(&form, false), kind = leb(&form, false);
    if (name == 0 && kind == 0) break;
    uint64_t found = value(in, kind);
    switch (name) {
    case 0x03: if (kind == 0x0e) entry.name = found + 1; break;
    case 0x10: entry.lines = found; entry.hasLines = true; break;
    case 0x11: entry.low = found; entry.hasLow = true; break;
    case 0x12: entry.high = found; entry.hasHigh = true; entry.isHighOffset = kind != 0x01; break;
    case 0x31: case 0x47: if (kind != 0x10) entry.origin = found; break;
    case 0x55: entry.ranges = found; entry.hasRanges = true; break;
    case 0x58: entry.callFile = found; break;
    case 0x59: entry.callLine = found; break;
    case 0x6e: if (kind == 0x0e) entry.linkage = found + 1; break;
    default: break;
    }
  }
  if (form.failed) in->failed = true;
  return entry;
}

/// Calls `take` with each range of addresses that an entry describes, until that returns true.
static bool forEachRange(
    PSDebugInfo *file, const Entry *entry, uint64_t base, bool (*take)(uint64_t, uint64_t, void *), void *context) {
  if (!entry->hasRanges) {
    if (!entry->hasLow || !entry->hasHigh) return false;
    return take(entry->low, entry->isHighOffset ? entry->low + entry->high : entry->high, context);
  }
  Reader in = reader(file->ranges, entry->ranges);
  while (!in.failed) {
    uint64_t low = number(&in, 8), high = number(&in, 8);
    if (in.failed || (low == 0 && high == 0)) break;
    if (low == ~(uint64_t)0) base = high;
    else if (take(base + low, base + high, context)) return true;
  }
  return false;
}

static bool isInside(uint64_t low, uint64_t high, void *address) {
  return low != 0 && low <= *(uint64_t *)address && *(uint64_t *)address < high;
}

static bool readUnit(PSDebugInfo *file, uint64_t start, Unit *unit) {
  Reader in = reader(file->info, start);
  uint64_t length = number(&in, 4), version = number(&in, 2), abbrev = number(&in, 4), size = number(&in, 1);
  if (in.failed || length >= 0xFFFFFFF0 || length < 7) return false;
  *unit = (Unit){start, start + 4 + length, in.at, abbrev};
  if (unit->end > file->info.size) return false;
  if (version != 4 || size != 8) unit->entries = 0;
  return true;
}

static const char *name(PSDebugInfo *file, const Unit *unit, Entry entry) {
  for (int depth = 0; depth < 8; depth++) {
    if (entry.linkage) return text(file->str, entry.linkage - 1);
    if (entry.origin == 0 || entry.origin >= unit->end - unit->start) break;
    Reader in = reader(file->info, unit->start + entry.origin);
    Entry origin = readEntry(file, &in);
    if (in.failed) break;
    if (!origin.name) origin.name = entry.name;
    entry = origin;
  }
  return entry.name ? text(file->str, entry.name - 1) : NULL;
}

// MARK: Places

static PSPlace place(const Lines *lines, uint64_t number, const char *function, uint64_t line) {
  PSPlace place = {NULL, NULL, function, line};
  place.file = psFileName(lines, number, &place.folder);
  return place;
}

/// Reads the unit that contains an address, and the unit's first entry; returns false if there is none, or if it has no lines.
static bool findUnit(PSDebugInfo *file, uint64_t address, Unit *unit, Reader *in, Entry *root) {
  uint64_t found = ~(uint64_t)0;
  for (uint64_t index = 0; index < file->unitCount && found == ~(uint64_t)0; index++) {
    if (file->units[index].low <= address && address < file->units[index].high) found = file->units[index].unit;
  }
  if (found == ~(uint64_t)0 || !readUnit(file, found, unit) || !unit->entries || !readCodes(file, unit->abbrev)) return false;
  *in = reader((Bytes){file->info.start, unit->end}, unit->entries);
  *root = readEntry(file, in);
  return root->hasLines && !in->failed;
}

bool psLine(PSDebugInfo *file, uint64_t offset, PSPlace *found) {
  Unit unit;
  Reader in;
  Entry root;
  if (!findUnit(file, offset + file->base, &unit, &in, &root)) return false;
  Lines lines = psReadLines(file->line, root.lines, offset + file->base);
  if (lines.file == 0 || lines.line == 0) return false;
  *found = place(&lines, lines.file, NULL, lines.line);
  return found->file;
}

int32_t psPlaces(PSDebugInfo *file, uint64_t offset, PSPlace *places, int32_t limit) {
  uint64_t address = offset + file->base;
  Unit unit;
  Reader in;
  Entry root, functions[mostInlined];
  if (!findUnit(file, address, &unit, &in, &root) || unit.end - unit.start > mostUnitBytes) return 0;
  int32_t count = 0, depth = 1, functionDepth = 0;
  while (!in.failed && depth > 0 && root.hasChildren) {
    Entry entry = readEntry(file, &in);
    if (entry.tag == 0) {
      depth--;
      if (count > 0 && depth <= functionDepth) break;
      continue;
    }
    bool isFunction = entry.tag == 0x2e && count == 0, isInlined = entry.tag == 0x1d && count > 0;
    if ((isFunction || isInlined) && count < mostInlined && forEachRange(file, &entry, root.low, isInside, &address)) {
      if (isFunction) functionDepth = depth;
      functions[count++] = entry;
    }
    // A function without entries of its own has no inlined calls.
    if (isFunction && count == 1 && !entry.hasChildren) break;
    if (entry.hasChildren) depth++;
  }
  if (in.failed) return 0;
  Lines lines = psReadLines(file->line, root.lines, address);
  // Information that has only lines describes only functions into which others are inlined.
  if (count == 0 && lines.file != 0 && limit > 0) {
    places[0] = place(&lines, lines.file, NULL, lines.line);
    return 1;
  }
  int32_t stored = 0;
  uint64_t number = lines.file, line = lines.line;
  for (int32_t index = count - 1; index >= 0 && stored < limit; index--) {
    places[stored++] = place(&lines, number, name(file, &unit, functions[index]), line);
    number = functions[index].callFile;
    line = functions[index].callLine;
  }
  return stored;
}

// MARK: Units

typedef struct {
  PSDebugInfo *file;
  uint64_t unit, room;
} Adding;

static bool addRange(uint64_t low, uint64_t high, void *context) {
  Adding *adding = context;
  PSDebugInfo *file = adding->file;
  if (low == 0 || high <= low) return false;
  if (file->unitCount == adding->room) {
    uint64_t room = adding->room ? adding->room * 2 : 1024;
    UnitRange *units = realloc(file->units, room * sizeof(UnitRange));
    if (!units) return true;
    file->units = units;
    adding->room = room;
  }
  file->units[file->unitCount++] = (UnitRange){low, high, adding->unit};
  return false;
}

void psAddUnits(PSDebugInfo *file) {
  Adding adding = {file, 0, 0};
  Unit unit;
  for (uint64_t at = 0; at < file->info.size && readUnit(file, at, &unit); at = unit.end) {
    if (!unit.entries || !readCodes(file, unit.abbrev)) continue;
    Reader in = reader((Bytes){file->info.start, unit.end}, unit.entries);
    Entry root = readEntry(file, &in);
    adding.unit = at;
    if (!in.failed) forEachRange(file, &root, root.low, addRange, &adding);
  }
}

#endif
