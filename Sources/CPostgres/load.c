#include "CPostgres.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#ifdef __APPLE__
#define LIBRARY "libpq.5.dylib"
#else
#define LIBRARY "libpq.so.5"
#endif

#define EACH(DO)                                                                                  \
  DO(PQconnectdbParams) DO(PQstatus) DO(PQerrorMessage) DO(PQfinish) DO(PQsetNoticeReceiver)            \
  DO(PQtransactionStatus) DO(PQexec) DO(PQenterPipelineMode) DO(PQexitPipelineMode)               \
  DO(PQpipelineSync) DO(PQsendFlushRequest) DO(PQsendPrepare) DO(PQsendDescribePrepared) DO(PQsendQueryPrepared)         \
  DO(PQsendQueryParams) DO(PQgetResult)                                                           \
  DO(PQclear) DO(PQresultStatus) DO(PQresultErrorField) DO(PQcmdTuples) DO(PQntuples)             \
  DO(PQnfields) DO(PQnparams) DO(PQparamtype) DO(PQftype) DO(PQfname) DO(PQgetisnull)             \
  DO(PQgetlength) DO(PQgetvalue) DO(PQgetCancel) DO(PQcancel) DO(PQfreeCancel)              \
  DO(PQsocket) DO(PQbackendPID) DO(PQconsumeInput) DO(PQisBusy) DO(PQnotifies) DO(PQfreemem)

static struct {
#define FIELD(name) __typeof__(&cairn_##name) name;
  EACH(FIELD)
} pq;

static const char *find(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define FIND(name)                                                                                \
  if ((pq.name = (__typeof__(pq.name))dlsym(library, #name)) == NULL) return dlerror();
  EACH(FIND)
  return NULL;
}

static const char *flaw;

// dlerror returns a buffer of the calling thread, so the text is copied.
static void load(void) {
  const char *why = find();
  flaw = why == NULL ? NULL : strdup(why);
}

const char *cairn_pq_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return flaw;
}

PGconn *cairn_PQconnectdbParams(const char *const *keywords, const char *const *values,
    int expandsName) {
  return pq.PQconnectdbParams(keywords, values, expandsName);
}

PGconn *cairn_pg_connect(const char *address) {
  // Later keywords win: the address may override all but the encoding.
  const char *const keywords[] = {"connect_timeout", "keepalives_idle", "keepalives_interval",
                                  "keepalives_count", "tcp_user_timeout",
                                  "fallback_application_name", "dbname", "client_encoding", NULL};
  const char *const values[] = {"10", "20", "5", "3", "30000", "cairn", address, "UTF8", NULL};
  return cairn_PQconnectdbParams(keywords, values, 1);
}

int cairn_pg_wait(PGconn *connection, int milliseconds) {
  while (cairn_PQisBusy(connection)) {
    struct pollfd line = {cairn_PQsocket(connection), POLLIN, 0};
    int found = poll(&line, 1, milliseconds);
    if (found == 0) return 0;
    if (found < 0 && errno == EINTR) continue;
    if (found < 0 || !cairn_PQconsumeInput(connection)) return 1;
  }
  return 1;
}

int cairn_PQstatus(const PGconn *connection) {
  return pq.PQstatus(connection);
}

char *cairn_PQerrorMessage(const PGconn *connection) {
  return pq.PQerrorMessage(connection);
}

void cairn_PQfinish(PGconn *connection) {
  pq.PQfinish(connection);
}

PQnoticeReceiver cairn_PQsetNoticeReceiver(PGconn *connection, PQnoticeReceiver take,
    void *context) {
  return pq.PQsetNoticeReceiver(connection, take, context);
}

int cairn_PQtransactionStatus(const PGconn *connection) {
  return pq.PQtransactionStatus(connection);
}

PGresult *cairn_PQexec(PGconn *connection, const char *text) {
  return pq.PQexec(connection, text);
}

int cairn_PQenterPipelineMode(PGconn *connection) {
  return pq.PQenterPipelineMode(connection);
}

int cairn_PQexitPipelineMode(PGconn *connection) {
  return pq.PQexitPipelineMode(connection);
}

int cairn_PQpipelineSync(PGconn *connection) {
  return pq.PQpipelineSync(connection);
}

int cairn_PQsendFlushRequest(PGconn *connection) {
  return pq.PQsendFlushRequest(connection);
}

int cairn_PQsendPrepare(PGconn *connection, const char *name, const char *text, int count,
    const Oid *types) {
  return pq.PQsendPrepare(connection, name, text, count, types);
}

int cairn_PQsendDescribePrepared(PGconn *connection, const char *name) {
  return pq.PQsendDescribePrepared(connection, name);
}

int cairn_PQsendQueryPrepared(PGconn *connection, const char *name, int count,
    const char *const *values, const int *lengths, const int *formats, int format) {
  return pq.PQsendQueryPrepared(connection, name, count, values, lengths, formats, format);
}

int cairn_PQsendQueryParams(PGconn *connection, const char *text, int count, const Oid *types,
    const char *const *values, const int *lengths, const int *formats, int format) {
  return pq.PQsendQueryParams(connection, text, count, types, values, lengths, formats, format);
}

PGresult *cairn_PQgetResult(PGconn *connection) {
  return pq.PQgetResult(connection);
}

void cairn_PQclear(PGresult *result) {
  pq.PQclear(result);
}

int cairn_PQresultStatus(const PGresult *result) {
  return pq.PQresultStatus(result);
}

char *cairn_PQresultErrorField(const PGresult *result, int field) {
  return pq.PQresultErrorField(result, field);
}

char *cairn_PQcmdTuples(PGresult *result) {
  return pq.PQcmdTuples(result);
}

int cairn_PQntuples(const PGresult *result) {
  return pq.PQntuples(result);
}

int cairn_PQnfields(const PGresult *result) {
  return pq.PQnfields(result);
}

int cairn_PQnparams(const PGresult *result) {
  return pq.PQnparams(result);
}

Oid cairn_PQparamtype(const PGresult *result, int number) {
  return pq.PQparamtype(result, number);
}

Oid cairn_PQftype(const PGresult *result, int column) {
  return pq.PQftype(result, column);
}

char *cairn_PQfname(const PGresult *result, int column) {
  return pq.PQfname(result, column);
}

int cairn_PQgetisnull(const PGresult *result, int row, int column) {
  return pq.PQgetisnull(result, row, column);
}

int cairn_PQgetlength(const PGresult *result, int row, int column) {
  return pq.PQgetlength(result, row, column);
}

char *cairn_PQgetvalue(const PGresult *result, int row, int column) {
  return pq.PQgetvalue(result, row, column);
}

PGcancel *cairn_PQgetCancel(PGconn *connection) {
  return pq.PQgetCancel(connection);
}

int cairn_PQcancel(PGcancel *request, char *words, int size) {
  return pq.PQcancel(request, words, size);
}

void cairn_PQfreeCancel(PGcancel *request) {
  pq.PQfreeCancel(request);
}

int cairn_PQsocket(const PGconn *connection) {
  return pq.PQsocket(connection);
}

int cairn_PQbackendPID(const PGconn *connection) {
  return pq.PQbackendPID(connection);
}

int cairn_PQconsumeInput(PGconn *connection) {
  return pq.PQconsumeInput(connection);
}

int cairn_PQisBusy(PGconn *connection) {
  return pq.PQisBusy(connection);
}

PGnotify *cairn_PQnotifies(PGconn *connection) {
  return pq.PQnotifies(connection);
}

void cairn_PQfreemem(void *memory) {
  pq.PQfreemem(memory);
}
