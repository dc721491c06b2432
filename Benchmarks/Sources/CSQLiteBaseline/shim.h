// The system's libsqlite3, found through pkg-config.
#ifndef BENCHMARKS_CSQLITE_BASELINE_SHIM_H
#define BENCHMARKS_CSQLITE_BASELINE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift does not import.
static inline int csqlite_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes,
                                           sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

static inline int csqlite_bind_text_transient(sqlite3_stmt *statement, int index, const char *bytes,
                                              sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
