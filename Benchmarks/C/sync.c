// The minimal SQLite work of a server for one push or pull.
// Usage: sync push|pull DATABASE SESSION COUNT; prints the number per second.
#include "trace.h"

static sqlite3_stmt *statement(const char *text) { return prepare(text, -1); }

static void done(sqlite3_stmt *step) {
  while (sqlite3_step(step) == SQLITE_ROW)
    for (int column = 0; column < sqlite3_column_count(step); column++) sqlite3_column_blob(step, column);
  check(sqlite3_reset(step) == SQLITE_OK, "step");
}

// Checks for a duplicate, then reads the record, adds the history entry and updates the record, durably.
static void push(const unsigned char *session, int count) {
  sqlite3_stmt *begin = statement("BEGIN IMMEDIATE"), *commit = statement("COMMIT");
  sqlite3_stmt *known = statement("SELECT stamp FROM mutation WHERE id = ?");
  sqlite3_stmt *find = statement("SELECT fields, stamp, stamps FROM record WHERE kind = 'session' AND id = ?");
  sqlite3_stmt *last = statement("SELECT max(seq) FROM record");
  sqlite3_stmt *add = statement(
      "INSERT INTO mutation (id, stamp, at, title, entry, part, changes, outbox) "
      "VALUES (?1, ?2, 0, 'Edit', ?1, 1, ?3, 2)");
  sqlite3_stmt *save = statement(
      "UPDATE record SET fields = json_set(fields, '$.note', ?2), seq = (SELECT max(seq) + 1 FROM record) "
      "WHERE kind = 'session' AND id = ?1");
  for (int number = 0; number < count; number++) {
    unsigned char id[16] = {1, 0x9d, 0, 0, 0, 0, 0x70, 0, 0x90};
    memcpy(id + 9, &number, sizeof number);
    char stamp[32], changes[200], note[32];
    snprintf(stamp, sizeof stamp, "%012llx0000-deadbeef", 1767225600000ull + (unsigned)number);
    snprintf(note, sizeof note, "by the window, %d", number);
    snprintf(changes, sizeof changes, "[{\"kind\":\"session\",\"set\":{\"note\":\"%s\"},\"was\":{\"note\":null}}]", note);
    done(begin);
    sqlite3_bind_blob(known, 1, id, 16, SQLITE_STATIC);
    done(known);
    sqlite3_bind_blob(find, 1, session, 16, SQLITE_STATIC);
    done(find);
    done(last);
    sqlite3_bind_blob(add, 1, id, 16, SQLITE_STATIC);
    sqlite3_bind_text(add, 2, stamp, -1, SQLITE_STATIC);
    sqlite3_bind_text(add, 3, changes, -1, SQLITE_STATIC);
    done(add);
    sqlite3_bind_blob(save, 1, session, 16, SQLITE_STATIC);
    sqlite3_bind_text(save, 2, note, -1, SQLITE_STATIC);
    done(save);
    done(commit);
  }
}

// Reads the timeline and twenty records, without history entries, in one snapshot.
static void pull(int count) {
  sqlite3_stmt *begin = statement("BEGIN"), *commit = statement("COMMIT");
  sqlite3_stmt *epoch = statement("SELECT value FROM setting LIMIT 1");
  sqlite3_stmt *records = statement(
      "SELECT kind, id, fields, stamp, stamps, seq FROM record WHERE seq > ? ORDER BY seq LIMIT 20");
  sqlite3_stmt *lines = statement(
      "SELECT number, id, stamp, at, title, entry, part, changes FROM mutation WHERE number > 1000000 ORDER BY number LIMIT 20");
  for (int number = 0; number < count; number++) {
    done(begin);
    done(epoch);
    sqlite3_bind_int(records, 1, number * 20 % 10000);
    done(records);
    done(lines);
    done(commit);
  }
}

int main(int argc, char **argv) {
  check(argc == 5, "usage: sync push|pull DATABASE SESSION COUNT");
  unsigned char session[16];
  for (int byte = 0; byte < 16; byte++) check(sscanf(argv[3] + 2 * byte, "%2hhx", &session[byte]) == 1, "SESSION");
  int count = atoi(argv[4]);
  open_database(argv[2]);
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  if (!strcmp(argv[1], "push")) push(session, count); else pull(count);
  clock_gettime(CLOCK_MONOTONIC, &to);
  printf("%f\n", count / ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)));
  return 0;
}
