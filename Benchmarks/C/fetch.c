// Reads the sessions of a trace into structs that own their contents, like
// Sources/CairnStore/Sessions/SessionRow.swift. Usage: fetch DATABASE TRACE
#include "trace.h"

struct id { uint64_t high, low; };
struct segment { int64_t start, end; int is_open; };
struct position { char *unit; int64_t value, total; int has_total; };

struct session {
  struct id id, entry;
  char *kind, *zone, *end_zone, *note, *source, *title, *place, *interruptions, *tags;
  struct segment *segments;
  int segment_count, has_end, has_amount, has_from, has_to, has_before, has_after, has_entry;
  int64_t end, active, amount, day, before, after;
  struct position from, to;
};

static char *copy(sqlite3_stmt *row, int column) {
  if (sqlite3_column_type(row, column) == SQLITE_NULL) return NULL;
  const unsigned char *text = sqlite3_column_text(row, column);
  int length = sqlite3_column_bytes(row, column);
  char *mine = malloc((size_t)length + 1);
  memcpy(mine, text, (size_t)length + 1);
  return mine;
}

static int64_t number(sqlite3_stmt *row, int column) {
  check(sqlite3_column_type(row, column) == SQLITE_INTEGER, "an integer");
  return sqlite3_column_int64(row, column);
}

static int number_or_null(sqlite3_stmt *row, int column, int64_t *value) {
  if (sqlite3_column_type(row, column) == SQLITE_NULL) return 0;
  *value = number(row, column);
  return 1;
}

static int read_id(sqlite3_stmt *row, int column, struct id *id) {
  if (sqlite3_column_type(row, column) == SQLITE_NULL) return 0;
  const void *bytes = sqlite3_column_blob(row, column);
  check(sqlite3_column_bytes(row, column) == 16, "an id");
  memcpy(id, bytes, 16);
  id->high = __builtin_bswap64(id->high);
  id->low = __builtin_bswap64(id->low);
  return 1;
}

static int is_null(sqlite3_stmt *row, int column) {
  return sqlite3_column_type(row, column) == SQLITE_NULL;
}

static int64_t digits(const char **text) {
  int64_t value = 0;
  while (**text >= '0' && **text <= '9') value = value * 10 + (*(*text)++ - '0');
  return value;
}

// Parses `start-end,start-end`; the last end may be missing.
static void read_segments(const char *text, struct session *session) {
  int room = 1;
  for (const char *c = text; *c; c++) room += *c == ',';
  session->segments = malloc((size_t)room * sizeof *session->segments);
  for (;;) {
    struct segment *segment = &session->segments[session->segment_count++];
    segment->start = digits(&text);
    check(*text++ == '-', "a segment");
    segment->is_open = *text == 0 || *text == ',';
    segment->end = digits(&text);
    if (*text++ != ',') break;
  }
  struct segment *last = &session->segments[session->segment_count - 1];
  if (!last->is_open || !session->has_end) return;
  last->end = session->end > last->start ? session->end : last->start;
  last->is_open = 0;
}

// Parses `page:120/300` or `page:120`.
static int read_position(sqlite3_stmt *row, int column, struct position *position) {
  if (sqlite3_column_type(row, column) == SQLITE_NULL) return 0;
  const char *text = (const char *)sqlite3_column_text(row, column);
  const char *colon = strchr(text, ':');
  check(colon != NULL, "a position");
  position->unit = strndup(text, (size_t)(colon++ - text));
  position->value = digits(&colon);
  position->has_total = *colon == '/';
  if (position->has_total) { colon++; position->total = digits(&colon); }
  return 1;
}

static void read_session(sqlite3_stmt *row, struct session *session) {
  memset(session, 0, sizeof *session);
  check(read_id(row, 0, &session->id), "an id");
  session->kind = copy(row, 1);
  session->has_end = number_or_null(row, 3, &session->end);
  read_segments((const char *)sqlite3_column_text(row, 2), session);
  session->active = number(row, 4);
  session->has_amount = number_or_null(row, 5, &session->amount);
  session->zone = copy(row, 6);
  session->end_zone = copy(row, 7);
  session->day = number(row, 8);
  session->note = copy(row, 9);
  session->source = copy(row, 10);
  session->title = copy(row, 11);
  session->has_from = read_position(row, 12, &session->from);
  session->has_to = read_position(row, 13, &session->to);
  session->has_before = number_or_null(row, 14, &session->before);
  session->has_after = number_or_null(row, 15, &session->after);
  session->place = copy(row, 16);
  session->interruptions = copy(row, 17);
  session->tags = copy(row, 18);
  session->has_entry = read_id(row, 19, &session->entry);
  check(is_null(row, 20) && is_null(row, 25), "a session of reading");
}

static struct session *sessions;
static int used, room;

static void fetch(sqlite3_stmt *statement) {
  while (sqlite3_step(statement) == SQLITE_ROW) {
    if (used == room) {
      room = room ? 2 * room : 16;
      sessions = realloc(sessions, (size_t)room * sizeof *sessions);
    }
    read_session(statement, &sessions[used++]);
  }
  sqlite3_reset(statement);
}

static void forget(void) {
  for (int index = 0; index < used; index++) {
    struct session *s = &sessions[index];
    free(s->kind), free(s->zone), free(s->end_zone), free(s->note), free(s->source);
    free(s->title), free(s->place), free(s->interruptions), free(s->tags), free(s->segments);
    free(s->from.unit), free(s->to.unit);
  }
  free(sessions);
  sessions = NULL;
  used = room = 0;
}

int main(int argc, char **argv) {
  check(argc == 3, "usage: fetch DATABASE TRACE");
  load(argv[2]);
  open_database(argv[1]);
  int is_timed = 0;
  while (at < end) {
    switch (*at++) {
      case BEGIN: check(!sqlite3_exec(db, "BEGIN", 0, 0, 0), "BEGIN"); break;
      case COMMIT: check(!sqlite3_exec(db, "COMMIT", 0, 0, 0), "COMMIT"); break;
      case TEXT: define(); break;
      case OPEN: {
        sqlite3_stmt *statement = next_statement();
        if (is_timed) fetch(statement); else sqlite3_reset(statement);
        break;
      }
      case ROW: case CLOSE: break;
      case LAP_START: is_timed = 1; start_lap(); break;
      case LAP_END: end_lap(); is_timed = 0; fprintf(stderr, "%d\n", used); forget(); break;
      default: check(0, "the trace only reads");
    }
  }
  return 0;
}
