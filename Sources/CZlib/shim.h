// zlib for Swift, whose macros that initialize a stream do not import; and what frees the space of what is compressed.
#pragma once
#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#ifdef __linux__
#include <linux/falloc.h>
#include <sys/syscall.h>
#endif

/// Prepares a stream for reading gzip or zlib data, whichever its header says.
static inline int cz_inflate_start(z_stream *_Nonnull stream) { return inflateInit2(stream, MAX_WBITS + 32); }

/// Prepares a stream for writing gzip data, as fast as zlib can.
static inline int cz_deflate_start(z_stream *_Nonnull stream) {
  return deflateInit2(stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY);
}

/// Frees the space of a part of a file, which then reads as zeros, if its file system can do that.
static inline void cz_free_range(int file, long long offset, long long length) {
#ifdef __linux__
  syscall(SYS_fallocate, file, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, offset, length);
#else
  struct fpunchhole range = {.fp_offset = offset, .fp_length = length};
  fcntl(file, F_PUNCHHOLE, &range);
#endif
}
