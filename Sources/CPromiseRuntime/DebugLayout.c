// A table with which a reader of this process's memory, such as `pscope attach`, finds its promises. No code uses it, so it costs nothing.
//
// It has the classes of promises and of the chunks of events, and the offsets of the fields that a reader needs. The version covers the bits of a
// promise's state (Lifecycle+Bits.swift) and the words of an event (RawEvent.swift), too: a change to either increments it. The table is not
// constant, so the loader writes the addresses to a page of the process's own, in which a reader finds the magic words, even of a stripped program.
#include <stdint.h>

#if defined(__linux__) && UINTPTR_MAX == UINT64_MAX

// NULL where a program links only a part of the library.
extern const char psPromiseNodeClass[] __asm__("$s11PromiseCore0A4NodeCN") __attribute__((weak));
extern const char psEventChunkClass[] __asm__("$s12PromiseTrace10EventChunkCN") __attribute__((weak));

struct PSDebugLayout {
  uint64_t magic[2], version;
  const void *promiseNode, *eventChunk;
  // Of PromiseNode; an entry that is no promise has its own fields after these.
  uint64_t state, handler, upstream, storage, tracedID, nodeSize;
  // Of EventChunk, and of the Ring that it refers to.
  uint64_t ring, head, slots, mask, textHead, text, textCapacity;
};

__attribute__((used, retain, visibility("default"))) struct PSDebugLayout psDebugLayout = {
    .magic = {0x536573696d6f7250, 0x74756f79614c6570},
    .version = 1,
    .promiseNode = psPromiseNodeClass,
    .eventChunk = psEventChunkClass,
    .state = 16, .handler = 32, .upstream = 56, .storage = 64, .tracedID = 88, .nodeSize = 96,
    .ring = 48, .head = 0, .slots = 8, .mask = 16, .textHead = 56, .text = 64, .textCapacity = 72,
};

#endif
