// Implements psDebugInfo and psCloseDebugInfo of DebugInfo.h: maps an ELF file and finds its sections. Everything that is read from it is checked.

#include "DebugInfo.h"

#if !defined(__ELF__)
PSDebugInfo *psDebugInfo(const char *path) { return 0; }
void psCloseDebugInfo(PSDebugInfo *info) {}
#else

#include "DebugFile.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// A section by its name; empty if the file lacks it, has it compressed, or is damaged.
static Bytes section(Bytes bytes, const char *wanted) {
  const Elf64_Ehdr *header = (const void *)bytes.start;
  uint64_t count = header->e_shnum, table = header->e_shoff;
  if (header->e_shentsize != sizeof(Elf64_Shdr) || table % 8 != 0 || table > bytes.size ||
      count * sizeof(Elf64_Shdr) > bytes.size - table || header->e_shstrndx >= count) return (Bytes){0};
  const Elf64_Shdr *sections = (const void *)(bytes.start + table), *names = &sections[header->e_shstrndx];
  for (uint64_t index = 0; index < count; index++) {
    const Elf64_Shdr *one = &sections[index];
    const char *name = text(bytes, names->sh_offset + one->sh_name);
    if (!name || strcmp(name, wanted) != 0) continue;
    if (one->sh_flags & SHF_COMPRESSED || one->sh_type == SHT_NOBITS || one->sh_offset > bytes.size ||
        one->sh_size > bytes.size - one->sh_offset) break;
    return (Bytes){bytes.start + one->sh_offset, one->sh_size};
  }
  return (Bytes){0};
}

PSDebugInfo *psDebugInfo(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return NULL;
  struct stat status;
  void *start = MAP_FAILED;
  if (fstat(descriptor, &status) == 0 && status.st_size >= (off_t)sizeof(Elf64_Ehdr))
    start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (start == MAP_FAILED) return NULL;
  PSDebugInfo *file = calloc(1, sizeof *file);
  if (!file) {
    munmap(start, (size_t)status.st_size);
    return NULL;
  }
  Bytes bytes = file->all = (Bytes){start, (uint64_t)status.st_size};
  const Elf64_Ehdr *header = start;
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_ident[EI_CLASS] == ELFCLASS64 &&
      header->e_ident[EI_DATA] == ELFDATA2LSB && header->e_phentsize == sizeof(Elf64_Phdr) && header->e_phoff % 8 == 0 &&
      header->e_phoff <= bytes.size && header->e_phnum * sizeof(Elf64_Phdr) <= bytes.size - header->e_phoff) {
    file->info = section(bytes, ".debug_info");
    file->abbrev = section(bytes, ".debug_abbrev");
    file->line = section(bytes, ".debug_line");
    file->ranges = section(bytes, ".debug_ranges");
    file->str = section(bytes, ".debug_str");
    file->base = ~(uint64_t)0;
    const Elf64_Phdr *segments = (const void *)(bytes.start + header->e_phoff);
    for (int index = 0; index < header->e_phnum; index++) {
      if (segments[index].p_type == PT_LOAD && segments[index].p_vaddr < file->base) file->base = segments[index].p_vaddr;
    }
    if (file->info.size && file->abbrev.size && file->line.size && file->base != ~(uint64_t)0) psAddUnits(file);
  }
  if (file->unitCount > 0) return file;
  psCloseDebugInfo(file);
  return NULL;
}

void psCloseDebugInfo(PSDebugInfo *file) {
  munmap((void *)file->all.start, (size_t)file->all.size);
  free(file->units);
  free(file);
}

#endif
