// libpq, loaded when a server is configured to use PostgreSQL: other commands should not pay for it and
// its dependencies.

// The declarations we use, from https://www.postgresql.org/docs/15/libpq.html, so that building needs no
// header of the library.
typedef unsigned int Oid;
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;
// The documented beginning of a notification; the rest is private to the library.
typedef struct pgNotify {
  char *relname;
  int be_pid;
  char *extra;
} PGnotify;
typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

enum cairn_pg_connection { cairn_pg_connected = 0 };
enum cairn_pg_result { cairn_pg_command = 1, cairn_pg_tuples = 2 };
enum cairn_pg_transaction { cairn_pg_idle = 0, cairn_pg_in_transaction = 2, cairn_pg_in_error = 3 };
// The error fields of PQresultErrorField.
enum cairn_pg_field {
  cairn_pg_severity = 'V',
  cairn_pg_sqlstate = 'C',
  cairn_pg_primary = 'M',
  cairn_pg_column = 'c',
  cairn_pg_table = 't',
  cairn_pg_constraint = 'n'
};

// Loads the library once; returns NULL or an error text. Must be called before every other function.
const char *cairn_pq_load(void);

// Connects to an address. A dead peer is detected within half a minute, unless the address sets other
// timeouts (https://www.postgresql.org/docs/15/libpq-connect.html, 34.1.2).
PGconn *cairn_pg_connect(const char *address);

// Waits at most that long for the next result; returns 1 if it, or the end of the connection, can be read.
int cairn_pg_wait(PGconn *connection, int milliseconds);

// Each function calls the libpq function of the same name.
PGconn *cairn_PQconnectdbParams(const char *const *keywords, const char *const *values,
                                int expandsName);
int cairn_PQstatus(const PGconn *connection);
char *cairn_PQerrorMessage(const PGconn *connection);
void cairn_PQfinish(PGconn *connection);
PQnoticeReceiver cairn_PQsetNoticeReceiver(PGconn *connection, PQnoticeReceiver take, void *context);
int cairn_PQtransactionStatus(const PGconn *connection);
PGresult *cairn_PQexec(PGconn *connection, const char *text);
int cairn_PQenterPipelineMode(PGconn *connection);
int cairn_PQexitPipelineMode(PGconn *connection);
int cairn_PQpipelineSync(PGconn *connection);
int cairn_PQsendFlushRequest(PGconn *connection);
int cairn_PQsendPrepare(PGconn *connection, const char *name, const char *text, int count,
                        const Oid *types);
int cairn_PQsendDescribePrepared(PGconn *connection, const char *name);
int cairn_PQsendQueryPrepared(PGconn *connection, const char *name, int count,
                              const char *const *values, const int *lengths, const int *formats,
                              int format);
int cairn_PQsendQueryParams(PGconn *connection, const char *text, int count, const Oid *types,
                            const char *const *values, const int *lengths, const int *formats,
                            int format);
PGresult *cairn_PQgetResult(PGconn *connection);
void cairn_PQclear(PGresult *result);
int cairn_PQresultStatus(const PGresult *result);
char *cairn_PQresultErrorField(const PGresult *result, int field);
char *cairn_PQcmdTuples(PGresult *result);
int cairn_PQntuples(const PGresult *result);
int cairn_PQnfields(const PGresult *result);
int cairn_PQnparams(const PGresult *result);
Oid cairn_PQparamtype(const PGresult *result, int number);
Oid cairn_PQftype(const PGresult *result, int column);
char *cairn_PQfname(const PGresult *result, int column);
int cairn_PQgetisnull(const PGresult *result, int row, int column);
int cairn_PQgetlength(const PGresult *result, int row, int column);
char *cairn_PQgetvalue(const PGresult *result, int row, int column);
PGcancel *cairn_PQgetCancel(PGconn *connection);
int cairn_PQcancel(PGcancel *request, char *words, int size);
void cairn_PQfreeCancel(PGcancel *request);
int cairn_PQsocket(const PGconn *connection);
int cairn_PQbackendPID(const PGconn *connection);
int cairn_PQconsumeInput(PGconn *connection);
int cairn_PQisBusy(PGconn *connection);
PGnotify *cairn_PQnotifies(PGconn *connection);
void cairn_PQfreemem(void *memory);
