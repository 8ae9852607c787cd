// Implements SwiftRuntime.h.

#include "SwiftRuntime.h"

uintptr_t psTypeAnswers[psTypeQuestions][256];

// Part of the Swift runtime's ABI. Called from C, because Swift's optimizer would replace it with the atomic version.
extern void *swift_nonatomic_retain(void *);

void *psRetainUnshared(void *object) { return swift_nonatomic_retain(object); }
