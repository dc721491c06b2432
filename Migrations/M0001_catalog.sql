-- The store's catalog: migrations, recorded schemas, indexes, dictionary, commit log.
CREATE TABLE __migration(number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum BLOB NOT NULL);
CREATE TABLE __schema(type INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, former_names TEXT,
                      binary BLOB NOT NULL, text TEXT NOT NULL);
CREATE TABLE __index(number INTEGER PRIMARY KEY, type INTEGER NOT NULL, path BLOB NOT NULL, is_unique INTEGER NOT NULL,
                     state INTEGER NOT NULL, progress INTEGER NOT NULL, UNIQUE(type, path));
CREATE TABLE __dictionary(rowid INTEGER PRIMARY KEY, namespace TEXT NOT NULL, key TEXT NOT NULL, tag INTEGER NOT NULL,
                          type TEXT, value, UNIQUE(namespace, key));
CREATE TABLE __commit(number INTEGER PRIMARY KEY, origin BLOB NOT NULL, next_rowid INTEGER NOT NULL,
                      generation INTEGER NOT NULL, changes BLOB NOT NULL);
