// Single files that the command carries: its page, the adapter for Node, and what `check --explain` prints. They are compiled in as they are, so
// that the command stays one file. SwiftPM would embed them as array literals, for each 4 kB of which the compiler takes about a second.

#pragma once

#include <stddef.h>

/// Returns the text of a file in UTF-8, which ends with a zero byte; NULL if the command does not carry it. O(n) in the number of files.
///
/// @param path Its path in the repository.
const char *carriedText(const char *path);
