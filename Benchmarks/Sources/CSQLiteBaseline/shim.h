// The system's libsqlite3, found through pkg-config.
#ifndef BENCHMARKS_CSQLITE_BASELINE_SHIM_H
#define BENCHMARKS_CSQLITE_BASELINE_SHIM_H

#include <sqlite3.h>

// SQLITE_STATIC is a cast, which Swift does not import.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_STATIC);
}

#endif
