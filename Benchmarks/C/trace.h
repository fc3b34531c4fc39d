// Reads the trace that Benchmarks/Bench/Trace.swift writes, and runs its statements.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum step { BEGIN = 1, BEGIN_IMMEDIATE, COMMIT, TEXT, RUN, OPEN, ROW, CLOSE, LAP_START, LAP_END };

static const unsigned char *at, *end;
static sqlite3 *db;
static const char *texts[256];
static int lengths[256];
static sqlite3_stmt *prepared[256];
static int count;

static void check(int ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "%s: %s\n", what, db ? sqlite3_errmsg(db) : "failed");
  exit(1);
}

static uint32_t u32(void) {
  uint32_t value;
  memcpy(&value, at, 4);
  at += 4;
  return value;
}

static int64_t i64(void) {
  int64_t value;
  memcpy(&value, at, 8);
  at += 8;
  return value;
}

static void load(const char *path) {
  FILE *file = fopen(path, "rb");
  check(file != NULL, path);
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(size);
  check(bytes && fread(bytes, 1, size, file) == size && !memcmp(bytes, "CAIRNTR1", 8), path);
  fclose(file);
  at = bytes + 8;
  end = bytes + size;
}

// Uses the settings of Sources/CairnSQLite/Connection+Open.swift for a device.
static void open_database(const char *path) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  check(sqlite3_open_v2(path, &db, flags, NULL) == SQLITE_OK, path);
  sqlite3_busy_timeout(db, 5000);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  check(!sqlite3_exec(db, "PRAGMA journal_mode = DELETE", 0, 0, 0), "journal_mode");
  check(!sqlite3_exec(db, "PRAGMA synchronous = EXTRA", 0, 0, 0), "synchronous");
  check(!sqlite3_exec(db, "PRAGMA cache_size = -16000", 0, 0, 0), "cache_size");
}

static sqlite3_stmt *prepare(const char *text, int length) {
  sqlite3_stmt *statement;
  int code = sqlite3_prepare_v3(db, text, length, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  check(code == SQLITE_OK, "prepare");
  return statement;
}

static void define(void) {
  check(count < 256, "too many statements");
  lengths[count] = (int)u32();
  texts[count] = (const char *)at;
  at += lengths[count++];
}

static void bind(sqlite3_stmt *statement, int index) {
  int kind = *at++;
  if (kind == 0) { sqlite3_bind_null(statement, index); return; }
  if (kind == 1) { sqlite3_bind_int64(statement, index, i64()); return; }
  int length = (int)u32();
  if (kind == 2) sqlite3_bind_text(statement, index, (const char *)at, length, SQLITE_STATIC);
  else sqlite3_bind_blob(statement, index, at, length, SQLITE_STATIC);
  at += length;
}

// Returns the next statement, prepared once, with its values bound in place.
static sqlite3_stmt *next_statement(void) {
  uint32_t number = u32(), values = u32();
  sqlite3_stmt **statement = &prepared[number];
  if (!*statement) *statement = prepare(texts[number], lengths[number]);
  check(!sqlite3_stmt_busy(*statement), "a statement inside its own loop");
  for (uint32_t index = 1; index <= values; index++) bind(*statement, (int)index);
  return *statement;
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int64_t lap_wall, lap_cpu;

static void start_lap(void) {
  lap_wall = now(CLOCK_MONOTONIC);
  lap_cpu = now(CLOCK_PROCESS_CPUTIME_ID);
}

static void end_lap(void) {
  int64_t wall = now(CLOCK_MONOTONIC) - lap_wall, cpu = now(CLOCK_PROCESS_CPUTIME_ID) - lap_cpu;
  printf("%lld %lld\n", (long long)wall, (long long)cpu);
}
