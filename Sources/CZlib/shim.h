// zlib for Swift: the macros that initialize a stream do not import.
#pragma once
#include <zlib.h>

/// Prepares a stream for reading gzip or zlib data, whichever its header says.
static inline int cz_inflate_start(z_stream *_Nonnull stream) { return inflateInit2(stream, MAX_WBITS + 32); }
