#include "fault_vfs.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "disk_file.h"

struct fault_vfs {
  sqlite3_vfs vfs;
  // The same without locks, under the name with "-none" behind it.
  sqlite3_vfs lockless;
  char *name;
  pthread_mutex_t lock;
  unsigned kinds;
  int64_t seen;
  int64_t first;
  int64_t end;
  int code;
  int torn;
  // Its owner and every open file; the last one frees it.
  int users;
  disk_file *files;
};

// SQLite's handle of an open file; the real one follows it in memory.
typedef struct fault_file {
  sqlite3_file base;
  fault_vfs *vfs;
  disk_file *disk;
} fault_file;

// The system's VFS that one of ours stands on.
static sqlite3_vfs *system_of(sqlite3_vfs *base) {
  fault_vfs *vfs = base->pAppData;
  return sqlite3_vfs_find(base == &vfs->lockless ? "unix-none" : NULL);
}

static sqlite3_file *real_of(sqlite3_file *file) { return (sqlite3_file *)((fault_file *)file + 1); }

static fault_vfs *vfs_of(sqlite3_file *file) { return ((fault_file *)file)->vfs; }

static void hold(fault_vfs *vfs) {
  pthread_mutex_lock(&vfs->lock);
  vfs->users++;
  pthread_mutex_unlock(&vfs->lock);
}

static void release(fault_vfs *vfs) {
  pthread_mutex_lock(&vfs->lock);
  int users = --vfs->users;
  pthread_mutex_unlock(&vfs->lock);
  if (users) return;
  while (vfs->files) {
    disk_file *file = vfs->files;
    vfs->files = file->next;
    disk_file_free(file);
  }
  pthread_mutex_destroy(&vfs->lock);
  free(vfs->name);
  free(vfs);
}

// Counts an operation; the code to fail with, or SQLITE_OK. Says in `torn` whether half of it is done all the same.
static int meet_torn(fault_vfs *vfs, unsigned kind, int natural, int *torn) {
  pthread_mutex_lock(&vfs->lock);
  int code = SQLITE_OK;
  if (vfs->kinds & kind) {
    if (vfs->seen >= vfs->first && vfs->seen < vfs->end) code = vfs->code ? vfs->code : natural;
    vfs->seen++;
  }
  *torn = vfs->torn;
  pthread_mutex_unlock(&vfs->lock);
  return code;
}

static int meet(fault_vfs *vfs, unsigned kind, int natural) {
  int torn;
  return meet_torn(vfs, kind, natural, &torn);
}

// Notes a change of a file that is followed.
static int note(sqlite3_file *file, int64_t offset, const void *bytes, size_t count) {
  disk_file *disk = ((fault_file *)file)->disk;
  if (!disk) return SQLITE_OK;
  fault_vfs *vfs = vfs_of(file);
  pthread_mutex_lock(&vfs->lock);
  int failed = disk_file_note(disk, offset, bytes, count);
  pthread_mutex_unlock(&vfs->lock);
  return failed ? SQLITE_NOMEM : SQLITE_OK;
}

static int file_close(sqlite3_file *file) {
  sqlite3_file *real = real_of(file);
  int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
  release(vfs_of(file));
  return code;
}

static int file_read(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  int code = meet(vfs_of(file), FAULT_READ, SQLITE_IOERR_READ);
  if (code) return code;
  sqlite3_file *real = real_of(file);
  return real->pMethods->xRead(real, buffer, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *real = real_of(file);
  int torn;
  int code = meet_torn(vfs_of(file), FAULT_WRITE, SQLITE_IOERR_WRITE, &torn);
  if (code && !torn) return code;
  if (code) count /= 2;
  int result = real->pMethods->xWrite(real, bytes, count, offset);
  if (!result) result = note(file, offset, bytes, (size_t)count);
  return code ? code : result;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = meet(vfs_of(file), FAULT_TRUNCATE, SQLITE_IOERR_TRUNCATE);
  if (code) return code;
  sqlite3_file *real = real_of(file);
  int result = real->pMethods->xTruncate(real, size);
  return result ? result : note(file, size, NULL, 0);
}

// The real file is not synced: only what this VFS keeps decides what a loss of power leaves.
static int file_sync(sqlite3_file *file, int flags) {
  (void)flags;
  fault_vfs *vfs = vfs_of(file);
  int code = meet(vfs, FAULT_SYNC, SQLITE_IOERR_FSYNC);
  disk_file *disk = ((fault_file *)file)->disk;
  if (code || !disk) return code;
  pthread_mutex_lock(&vfs->lock);
  disk_file_sync(disk);
  pthread_mutex_unlock(&vfs->lock);
  return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  sqlite3_file *real = real_of(file);
  return real->pMethods->xFileSize(real, size);
}

static int file_lock(sqlite3_file *file, int level) {
  int code = meet(vfs_of(file), FAULT_LOCK, SQLITE_IOERR_LOCK);
  if (code) return code;
  sqlite3_file *real = real_of(file);
  return real->pMethods->xLock(real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
  sqlite3_file *real = real_of(file);
  return real->pMethods->xUnlock(real, level);
}

static int file_check_lock(sqlite3_file *file, int *is_reserved) {
  sqlite3_file *real = real_of(file);
  return real->pMethods->xCheckReservedLock(real, is_reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  sqlite3_file *real = real_of(file);
  // A size hint would grow the real file behind what is kept of it.
  if (operation == SQLITE_FCNTL_SIZE_HINT) return SQLITE_OK;
  return real->pMethods->xFileControl(real, operation, argument);
}

static int file_sector(sqlite3_file *file) {
  sqlite3_file *real = real_of(file);
  return real->pMethods->xSectorSize(real);
}

static int file_characteristics(sqlite3_file *file) {
  sqlite3_file *real = real_of(file);
  return real->pMethods->xDeviceCharacteristics(real);
}

static int shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  int code = meet(vfs_of(file), FAULT_MAP, SQLITE_IOERR_SHMMAP);
  if (code) return code;
  sqlite3_file *real = real_of(file);
  return real->pMethods->xShmMap(real, page, size, extend, memory);
}

static int shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  int code = flags & SQLITE_SHM_LOCK ? meet(vfs_of(file), FAULT_LOCK, SQLITE_IOERR_SHMLOCK) : 0;
  if (code) return code;
  sqlite3_file *real = real_of(file);
  return real->pMethods->xShmLock(real, offset, count, flags);
}

static void shm_barrier(sqlite3_file *file) {
  sqlite3_file *real = real_of(file);
  real->pMethods->xShmBarrier(real);
}

static int shm_unmap(sqlite3_file *file, int remove) {
  sqlite3_file *real = real_of(file);
  return real->pMethods->xShmUnmap(real, remove);
}

// Version 2: no memory-mapped reads, which could not be failed.
static const sqlite3_io_methods methods = {
    2,           file_close,      file_read,    file_write,  file_truncate, file_sync,
    file_size,   file_lock,       file_unlock,  file_check_lock, file_control, file_sector,
    file_characteristics, shm_map, shm_lock,    shm_barrier, shm_unmap,     NULL,
    NULL};

static disk_file *disk_of(fault_vfs *vfs, const char *path) {
  for (disk_file *file = vfs->files; file; file = file->next) {
    if (strcmp(file->path, path) == 0) return file;
  }
  return NULL;
}

static int vfs_open(sqlite3_vfs *base, const char *path, sqlite3_file *file, int flags, int *out) {
  fault_vfs *vfs = base->pAppData;
  fault_file *mine = (fault_file *)file;
  mine->base.pMethods = NULL;
  mine->vfs = vfs;
  mine->disk = NULL;
  int code = meet(vfs, FAULT_OPEN, SQLITE_CANTOPEN);
  if (code) return code;
  pthread_mutex_lock(&vfs->lock);
  disk_file *disk = path ? disk_of(vfs, path) : NULL;
  if (path && !disk && (disk = disk_file_make(path))) {
    disk->next = vfs->files;
    vfs->files = disk;
  }
  pthread_mutex_unlock(&vfs->lock);
  sqlite3_file *real = real_of(file);
  real->pMethods = NULL;
  sqlite3_vfs *system = system_of(base);
  code = system->xOpen(system, path, real, flags, out);
  if (real->pMethods) {
    hold(vfs);
    mine->base.pMethods = &methods;
    mine->disk = disk;
    if (disk && !code) {
      pthread_mutex_lock(&vfs->lock);
      disk->exists = 1;
      pthread_mutex_unlock(&vfs->lock);
    }
  }
  return code;
}

static int vfs_delete(sqlite3_vfs *base, const char *path, int sync) {
  fault_vfs *vfs = base->pAppData;
  int code = meet(vfs, FAULT_DELETE, SQLITE_IOERR_DELETE);
  if (code) return code;
  sqlite3_vfs *system = system_of(base);
  code = system->xDelete(system, path, 0);
  (void)sync;
  if (code) return code;
  pthread_mutex_lock(&vfs->lock);
  disk_file *disk = disk_of(vfs, path);
  if (disk) disk_file_remove(disk);
  pthread_mutex_unlock(&vfs->lock);
  return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *base, const char *path, int flags, int *result) {
  sqlite3_vfs *real = system_of(base);
  return real->xAccess(real, path, flags, result);
}

static int vfs_full_path(sqlite3_vfs *base, const char *path, int count, char *out) {
  sqlite3_vfs *real = system_of(base);
  return real->xFullPathname(real, path, count, out);
}

static int vfs_randomness(sqlite3_vfs *base, int count, char *out) {
  sqlite3_vfs *real = system_of(base);
  return real->xRandomness(real, count, out);
}

static int vfs_sleep(sqlite3_vfs *base, int microseconds) {
  sqlite3_vfs *real = system_of(base);
  return real->xSleep(real, microseconds);
}

static int vfs_time(sqlite3_vfs *base, double *time) {
  sqlite3_vfs *real = system_of(base);
  return real->xCurrentTime(real, time);
}

static int vfs_last_error(sqlite3_vfs *base, int count, char *out) {
  (void)base, (void)count, (void)out;
  return 0;
}

// Fills in one of the two and registers it.
static int start(fault_vfs *vfs, sqlite3_vfs *base, const char *name) {
  base->pAppData = vfs;
  sqlite3_vfs *system = system_of(base);
  *base = (sqlite3_vfs){
      .iVersion = 1,
      .szOsFile = (int)sizeof(fault_file) + system->szOsFile,
      .mxPathname = system->mxPathname,
      .zName = name,
      .pAppData = vfs,
      .xOpen = vfs_open,
      .xDelete = vfs_delete,
      .xAccess = vfs_access,
      .xFullPathname = vfs_full_path,
      .xRandomness = vfs_randomness,
      .xSleep = vfs_sleep,
      .xCurrentTime = vfs_time,
      .xGetLastError = vfs_last_error,
  };
  return sqlite3_vfs_register(base, 0);
}

fault_vfs *fault_vfs_make(const char *name) {
  fault_vfs *vfs = calloc(1, sizeof *vfs);
  size_t length = strlen(name);
  // Both names: the second one is the first with more behind it.
  char *names = malloc(2 * length + 7);
  if (!vfs || !names || sqlite3_initialize()) {
    free(vfs);
    free(names);
    return NULL;
  }
  memcpy(names, name, length + 1);
  memcpy(names + length + 1, name, length);
  memcpy(names + 2 * length + 1, "-none", 6);
  vfs->name = names;
  vfs->users = 1;
  pthread_mutex_init(&vfs->lock, NULL);
  if (start(vfs, &vfs->vfs, names) || start(vfs, &vfs->lockless, names + length + 1)) {
    fault_vfs_free(vfs);
    return NULL;
  }
  return vfs;
}

void fault_vfs_free(fault_vfs *vfs) {
  sqlite3_vfs_unregister(&vfs->vfs);
  sqlite3_vfs_unregister(&vfs->lockless);
  release(vfs);
}

void fault_vfs_arm(fault_vfs *vfs, unsigned kinds, int64_t first, int64_t count, int code, int torn) {
  pthread_mutex_lock(&vfs->lock);
  vfs->kinds = kinds;
  vfs->seen = 0;
  vfs->first = first;
  vfs->end = count > INT64_MAX - first ? INT64_MAX : first + count;
  vfs->code = code;
  vfs->torn = torn;
  pthread_mutex_unlock(&vfs->lock);
}

void fault_vfs_disarm(fault_vfs *vfs) { fault_vfs_arm(vfs, 0, 0, 0, 0, 0); }

int64_t fault_vfs_count(fault_vfs *vfs) {
  pthread_mutex_lock(&vfs->lock);
  int64_t count = vfs->seen;
  pthread_mutex_unlock(&vfs->lock);
  return count;
}

int fault_vfs_lose_power(fault_vfs *vfs, uint64_t seed) {
  pthread_mutex_lock(&vfs->lock);
  int failed = 0;
  for (disk_file *file = vfs->files; file; file = file->next) {
    failed |= disk_file_lose_power(file, &seed);
    // The index of the log is memory, though it looks like a file.
    char *index = malloc(strlen(file->path) + 5);
    if (index) {
      strcpy(index, file->path);
      strcat(index, "-shm");
      unlink(index);
      free(index);
    }
  }
  pthread_mutex_unlock(&vfs->lock);
  return failed;
}
