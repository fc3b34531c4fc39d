#include <sqlite3.h>

// What Swift cannot import: a variadic function, and macros that compute.

static inline int cairn_sqlite3_set(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// Does not count allocated memory, which would take a lock shared by all threads for each allocation
// (https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus).
//
// Keeps 131,071 bytes of a part of a transaction in memory, so that it can be taken back alone; beyond
// that SQLite makes a file. A write that shares a commit with others changes some 25 pages, more than the
// 64 KB for which it would not. It makes that file in one write, of which it does 131,071 bytes at most
// (`seekAndWriteFd` in its os_unix.c): with more in memory it would call the disk full. Before anything
// else; refused once SQLite is in use.
static inline int cairn_sqlite3_configure(void) {
  int result = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  return result != SQLITE_OK ? result : sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 131071);
}

static const int cairn_sqlite3_check = SQLITE_CONSTRAINT_CHECK;
static const int cairn_sqlite3_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int cairn_sqlite3_not_null = SQLITE_CONSTRAINT_NOTNULL;
static const int cairn_sqlite3_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int cairn_sqlite3_rowid = SQLITE_CONSTRAINT_ROWID;
static const int cairn_sqlite3_unique = SQLITE_CONSTRAINT_UNIQUE;
