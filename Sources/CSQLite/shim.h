#include <sqlite3.h>

// What Swift cannot import: a variadic function, and macros that compute.

static inline int cairn_sqlite3_set(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// Bytes of a part of a transaction that are kept in memory, so that it can be taken back alone; beyond
// that SQLite makes a file. Before anything else; refused once SQLite is in use.
static inline int cairn_sqlite3_keep_parts(int bytes) {
  return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, bytes);
}

static const int cairn_sqlite3_check = SQLITE_CONSTRAINT_CHECK;
static const int cairn_sqlite3_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int cairn_sqlite3_not_null = SQLITE_CONSTRAINT_NOTNULL;
static const int cairn_sqlite3_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int cairn_sqlite3_rowid = SQLITE_CONSTRAINT_ROWID;
static const int cairn_sqlite3_unique = SQLITE_CONSTRAINT_UNIQUE;
