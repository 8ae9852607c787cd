// Implements SwiftRuntime.h.

#include "SwiftRuntime.h"

uintptr_t psTypeAnswers[psTypeQuestions][256];

// Part of the Swift runtime's ABI. Called from C, because Swift's optimizer would replace it with the atomic version.
extern void *swift_nonatomic_retain(void *);
extern void swift_nonatomic_release(void *);

// Part of the ABI, too.
extern __attribute__((swiftcall)) void *swift_task_getCurrent(void);
extern __attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(void *);

uint64_t psCurrentTask(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

void *psRetainUnshared(void *object) { return swift_nonatomic_retain(object); }
void psReleaseUnshared(void *object) { swift_nonatomic_release(object); }
