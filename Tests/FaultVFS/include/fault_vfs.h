// An SQLite VFS for tests: it fails chosen operations, and forgets what was not synced when the power is lost.
//
// It stands on the system's VFS. Files are real; beside each it keeps what the disk would certainly hold
// (its content at the last sync) and the writes since then. All functions can be called from any thread.
#ifndef FAULT_VFS_H
#define FAULT_VFS_H

#include <stdint.h>

typedef struct fault_vfs fault_vfs;

// Kinds of operations, to be combined.
enum {
  FAULT_READ = 1,
  FAULT_WRITE = 2,
  FAULT_SYNC = 4,
  FAULT_TRUNCATE = 8,
  FAULT_OPEN = 16,
  FAULT_DELETE = 32,
  FAULT_LOCK = 64,
  FAULT_MAP = 128,
};

// Registers a VFS under a name, which must be free; NULL without memory.
fault_vfs *fault_vfs_make(const char *name);

// Unregisters it: nothing can be opened any more. It is gone when the last file that is open on it was closed.
void fault_vfs_free(fault_vfs *vfs);

// From now on operations of these kinds are counted from 0; those from `first` on, `count` of them, fail.
//
// They give `code`, or where that is 0 the code that the system's VFS gives for such a failure. A torn write
// leaves its first half in the file.
void fault_vfs_arm(fault_vfs *vfs, unsigned kinds, int64_t first, int64_t count, int code, int torn);

// Nothing fails any more.
void fault_vfs_disarm(fault_vfs *vfs);

// How many operations were counted since it was armed.
int64_t fault_vfs_count(fault_vfs *vfs);

// Puts every file into a state that a loss of power could have left it in; every connection must be closed.
//
// Of what was written since a file's last sync, each write is there, or missing, or there in some of its sectors of
// 512 bytes, as `seed` has it. Returns 0 if all went well.
int fault_vfs_lose_power(fault_vfs *vfs, uint64_t seed);

#endif
