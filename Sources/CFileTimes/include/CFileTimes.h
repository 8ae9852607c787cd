// The creation time of a file, which Swift's Glibc module does not offer.
#pragma once
#include <stdint.h>

/// When a file was created, in nanoseconds since 1970; -1 if there is no such file, or its file system does not record it.
int64_t fileCreationTime(const char *_Nonnull path);
