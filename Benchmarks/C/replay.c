// Replays a trace with SQLite alone. Usage: replay DATABASE TRACE
#include "trace.h"

static sqlite3_stmt *results[16];
static int depth;
static uint64_t sum;  // keeps the compiler from removing reads of columns

// Reads each column with its own type, without a copy.
static void read_row(sqlite3_stmt *statement) {
  int columns = sqlite3_column_count(statement);
  for (int column = 0; column < columns; column++) {
    switch (sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER:
        sum += (uint64_t)sqlite3_column_int64(statement, column);
        break;
      case SQLITE_TEXT:
        sum += (uintptr_t)sqlite3_column_text(statement, column);
        sum += (uint64_t)sqlite3_column_bytes(statement, column);
        break;
      case SQLITE_BLOB:
        sum += (uintptr_t)sqlite3_column_blob(statement, column);
        sum += (uint64_t)sqlite3_column_bytes(statement, column);
        break;
    }
  }
}

static void step_row(void) {
  int code = sqlite3_step(results[depth - 1]);
  check(code == SQLITE_ROW || code == SQLITE_DONE, "step");
  if (code == SQLITE_ROW) read_row(results[depth - 1]);
}

static void run(void) {
  sqlite3_stmt *statement = next_statement();
  int code;
  do code = sqlite3_step(statement); while (code == SQLITE_ROW);
  check(code == SQLITE_DONE, "run");
  sqlite3_reset(statement);
}

static void run_alone(sqlite3_stmt *statement) {
  check(sqlite3_step(statement) == SQLITE_DONE, "transaction");
  sqlite3_reset(statement);
}

int main(int argc, char **argv) {
  check(argc == 3, "usage: replay DATABASE TRACE");
  load(argv[2]);
  open_database(argv[1]);
  sqlite3_stmt *begin = prepare("BEGIN", -1), *commit = prepare("COMMIT", -1);
  sqlite3_stmt *immediate = prepare("BEGIN IMMEDIATE", -1);
  while (at < end) {
    switch (*at++) {
      case BEGIN: run_alone(begin); break;
      case BEGIN_IMMEDIATE: run_alone(immediate); break;
      case COMMIT: run_alone(commit); break;
      case TEXT: define(); break;
      case RUN: run(); break;
      case OPEN: results[depth++] = next_statement(); break;
      case ROW: step_row(); break;
      case CLOSE: sqlite3_reset(results[--depth]); break;
      case LAP_START: start_lap(); break;
      case LAP_END: end_lap(); break;
      default: check(0, "the trace is damaged");
    }
  }
  fprintf(stderr, "%llu\n", (unsigned long long)sum);
  return 0;
}
