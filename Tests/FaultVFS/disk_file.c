#include "disk_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECTOR = 512 };

uint64_t disk_random(uint64_t *state) {
  uint64_t mixed = (*state += 0x9E3779B97F4A7C15u);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

static int reserve(disk_file *file, size_t size) {
  if (size <= file->capacity) return 0;
  size_t capacity = file->capacity ? file->capacity : 4096;
  while (capacity < size) capacity *= 2;
  uint8_t *bytes = realloc(file->bytes, capacity);
  if (!bytes) return 1;
  memset(bytes + file->capacity, 0, capacity - file->capacity);
  file->bytes = bytes;
  file->capacity = capacity;
  return 0;
}

static int write_bytes(disk_file *file, int64_t offset, const uint8_t *bytes, size_t count) {
  size_t end = (size_t)offset + count;
  if (reserve(file, end)) return 1;
  memcpy(file->bytes + offset, bytes, count);
  if (end > file->size) file->size = end;
  return 0;
}

static void resize(disk_file *file, size_t size) {
  if (size < file->size) memset(file->bytes + size, 0, file->size - size);
  if (!reserve(file, size)) file->size = size;
}

disk_file *disk_file_make(const char *path) {
  disk_file *file = calloc(1, sizeof *file);
  if (!file) return NULL;
  file->path = strdup(path);
  FILE *real = file->path ? fopen(path, "rb") : NULL;
  file->exists = real != NULL;
  if (real) {
    uint8_t buffer[4096];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, real)) > 0) {
      write_bytes(file, (int64_t)file->size, buffer, count);
    }
    fclose(real);
  }
  return file;
}

static void forget_changes(disk_file *file) {
  while (file->first) {
    disk_change *change = file->first;
    file->first = change->next;
    free(change->bytes);
    free(change);
  }
  file->last = NULL;
}

void disk_file_free(disk_file *file) {
  forget_changes(file);
  free(file->bytes);
  free(file->path);
  free(file);
}

int disk_file_note(disk_file *file, int64_t offset, const void *bytes, size_t count) {
  disk_change *change = calloc(1, sizeof *change);
  if (!change) return 1;
  change->offset = offset;
  change->count = count;
  if (bytes) {
    change->bytes = malloc(count ? count : 1);
    if (!change->bytes) {
      free(change);
      return 1;
    }
    memcpy(change->bytes, bytes, count);
  }
  if (file->last) {
    file->last->next = change;
  } else {
    file->first = change;
  }
  file->last = change;
  return 0;
}

void disk_file_sync(disk_file *file) {
  for (disk_change *change = file->first; change; change = change->next) {
    if (change->bytes) {
      write_bytes(file, change->offset, change->bytes, change->count);
    } else {
      resize(file, (size_t)change->offset);
    }
  }
  forget_changes(file);
}

void disk_file_remove(disk_file *file) {
  forget_changes(file);
  resize(file, 0);
  file->exists = 0;
}

// Writes some of the sectors of a change.
static int write_sectors(disk_file *file, const disk_change *change, uint64_t *random) {
  size_t done = 0;
  while (done < change->count) {
    int64_t offset = change->offset + (int64_t)done;
    size_t count = SECTOR - (size_t)(offset % SECTOR);
    if (count > change->count - done) count = change->count - done;
    if (disk_random(random) % 2 && write_bytes(file, offset, change->bytes + done, count)) return 1;
    done += count;
  }
  return 0;
}

int disk_file_lose_power(disk_file *file, uint64_t *random) {
  // Sometimes nothing of it was written, sometimes all, sometimes only what was first.
  uint64_t fashion = disk_random(random) % 6;
  int is_ended = fashion == 0;
  for (disk_change *change = file->first; change && !is_ended; change = change->next) {
    uint64_t chance = fashion == 1 ? 0 : disk_random(random) % 100;
    if (fashion == 2) {
      is_ended = chance < 15;
      chance = is_ended ? 99 : 0;
    }
    if (!change->bytes) {
      if (chance < 50) resize(file, (size_t)change->offset);
    } else if (chance < 50) {
      if (write_bytes(file, change->offset, change->bytes, change->count)) return 1;
    } else if (chance >= 80 && write_sectors(file, change, random)) {
      return 1;
    }
  }
  forget_changes(file);
  if (!file->exists) {
    unlink(file->path);
    return 0;
  }
  FILE *real = fopen(file->path, "wb");
  if (!real) return 1;
  size_t written = file->size ? fwrite(file->bytes, 1, file->size, real) : 0;
  return (fclose(real) != 0) | (written != file->size);
}
