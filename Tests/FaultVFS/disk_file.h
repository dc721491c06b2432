// What a disk holds of one file: its content at the last sync, and what was done since.
#ifndef DISK_FILE_H
#define DISK_FILE_H

#include <stddef.h>
#include <stdint.h>

// A write, or a truncation (then `bytes` is NULL and `offset` the new size), that was not synced yet.
typedef struct disk_change {
  struct disk_change *next;
  int64_t offset;
  size_t count;
  uint8_t *bytes;
} disk_change;

typedef struct disk_file {
  struct disk_file *next;
  char *path;
  int exists;
  uint8_t *bytes;
  size_t size;
  size_t capacity;
  disk_change *first;
  disk_change *last;
} disk_file;

// Makes a file with the content that is on the real disk now; NULL without memory.
disk_file *disk_file_make(const char *path);
void disk_file_free(disk_file *file);

// Notes a change that is not synced yet; nonzero without memory.
int disk_file_note(disk_file *file, int64_t offset, const void *bytes, size_t count);

// Everything noted is now certain.
void disk_file_sync(disk_file *file);

// The file is gone, certainly.
void disk_file_remove(disk_file *file);

// Decides by `random` what of the changes is there, and writes that to the real file; nonzero on failure.
int disk_file_lose_power(disk_file *file, uint64_t *random);

// The next number of a sequence (SplitMix64).
uint64_t disk_random(uint64_t *state);

#endif
