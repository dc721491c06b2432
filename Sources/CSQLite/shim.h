// The system's libsqlite3, found through pkg-config.
#ifndef WORKSPACE_STORE_CSQLITE_SHIM_H
#define WORKSPACE_STORE_CSQLITE_SHIM_H

#include <sqlite3.h>
#if defined(__APPLE__)
#include <stdio.h>
#elif defined(__linux__)
// Only numbers; more of the system's headers would make its types this module's.
#include <sys/syscall.h>
extern long syscall(long number, ...);
#endif

// SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift does not import.
static inline int csqlite_bind_blob_transient(sqlite3_stmt *statement, int index, const void *bytes,
                                              sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes,
                                           sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

static inline int csqlite_bind_text_transient(sqlite3_stmt *statement, int index, const char *bytes,
                                              sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_text_static(sqlite3_stmt *statement, int index, const char *bytes,
                                           sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_STATIC, SQLITE_UTF8);
}

// sqlite3_db_config is variadic, which Swift does not import.
static inline int csqlite_no_checkpoint_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Renames a database without replacing what has come in the meantime; 0, or else `errno` says why not.
static inline int csqlite_rename_exclusively(const char *from, const char *to) {
#if defined(__APPLE__)
  return renamex_np(from, to, RENAME_EXCL);
#elif defined(SYS_renameat2)
  // AT_FDCWD and RENAME_NOREPLACE.
  return (int)syscall(SYS_renameat2, -100, from, -100, to, 1);
#else
  (void)from, (void)to;
  return -1;
#endif
}

// Makes SQLite refuse what an ordinary schema never does (sqlite.org/security.html).
static inline int csqlite_defensive(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

#endif
