// An open file with debug information: its sections, and the units in them, for DebugFile.c and DebugInfo.c.
#pragma once
#include "DebugInfo.h"
#include "DebugReader.h"

enum { mostCodes = 4096 };

/// A range of addresses that a unit describes.
typedef struct {
  uint64_t low, high, unit;
} UnitRange;

struct PSDebugInfo {
  Bytes all, info, abbrev, line, ranges, str;
  uint64_t base; ///< the lowest address to load
  UnitRange *units;
  uint64_t unitCount;
  uint64_t codesOf; ///< the position in `abbrev` that `codes` was read from, plus one; 0 for none
  uint64_t codes[mostCodes];
};

/// Stores the ranges of addresses of all units in `units`.
void psAddUnits(PSDebugInfo *file);
