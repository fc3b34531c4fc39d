#include <libpq-fe.h>

// What Swift cannot import: codes of fields that are characters.

static const int cairn_pg_sqlstate = PG_DIAG_SQLSTATE;
static const int cairn_pg_primary = PG_DIAG_MESSAGE_PRIMARY;
static const int cairn_pg_column = PG_DIAG_COLUMN_NAME;
static const int cairn_pg_table = PG_DIAG_TABLE_NAME;
static const int cairn_pg_constraint = PG_DIAG_CONSTRAINT_NAME;
