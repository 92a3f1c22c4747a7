#include "Cpq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The functions that are used, each under its own name, so that a caller sees no difference.
#define FUNCTIONS \
  FUNCTION(PQcancel) \
  FUNCTION(PQclear) \
  FUNCTION(PQcmdTuples) \
  FUNCTION(PQconnectPoll) \
  FUNCTION(PQconnectStartParams) \
  FUNCTION(PQconninfoFree) \
  FUNCTION(PQconninfoParse) \
  FUNCTION(PQconsumeInput) \
  FUNCTION(PQenterPipelineMode) \
  FUNCTION(PQerrorMessage) \
  FUNCTION(PQfinish) \
  FUNCTION(PQflush) \
  FUNCTION(PQfreeCancel) \
  FUNCTION(PQfreemem) \
  FUNCTION(PQgetCancel) \
  FUNCTION(PQgetisnull) \
  FUNCTION(PQgetlength) \
  FUNCTION(PQgetResult) \
  FUNCTION(PQgetvalue) \
  FUNCTION(PQisBusy) \
  FUNCTION(PQnotifies) \
  FUNCTION(PQntuples) \
  FUNCTION(PQpipelineSync) \
  FUNCTION(PQresultErrorField) \
  FUNCTION(PQresultErrorMessage) \
  FUNCTION(PQresultStatus) \
  FUNCTION(PQsendPrepare) \
  FUNCTION(PQsendQueryParams) \
  FUNCTION(PQsendQueryPrepared) \
  FUNCTION(PQserverVersion) \
  FUNCTION(PQsetnonblocking) \
  FUNCTION(PQsetNoticeProcessor) \
  FUNCTION(PQsetSingleRowMode) \
  FUNCTION(PQsocket) \
  FUNCTION(PQstatus) \
  FUNCTION(PQtransactionStatus)

// Hidden, so that the library's calls of its own functions do not come to ours.
#define FUNCTION(name) __attribute__((visibility("hidden"))) __typeof__(name) name;
FUNCTIONS
#undef FUNCTION

static struct {
#define FUNCTION(name) __typeof__(&name) name;
  FUNCTIONS
#undef FUNCTION
} library;

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Kept until the program ends.
  void *file = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!file) {
    failure = "libpq.so.5 is not installed; install libpq5";
    return;
  }
#define FUNCTION(name) \
  library.name = (__typeof__(&name))dlsym(file, #name); \
  if (!library.name) failure = "libpq.so.5 is too old: it has no " #name;
  FUNCTIONS
#undef FUNCTION
}

const char *load_pq(void) {
  pthread_once(&once, load);
  return failure;
}

int PQcancel(PGcancel *cancel, char *message, int size) {
  return library.PQcancel(cancel, message, size);
}

void PQclear(PGresult *result) {
  library.PQclear(result);
}

char *PQcmdTuples(PGresult *result) {
  return library.PQcmdTuples(result);
}

PostgresPollingStatusType PQconnectPoll(PGconn *connection) {
  return library.PQconnectPoll(connection);
}

PGconn *PQconnectStartParams(const char *const *keywords, const char *const *values, int expand) {
  return library.PQconnectStartParams(keywords, values, expand);
}

void PQconninfoFree(PQconninfoOption *options) {
  library.PQconninfoFree(options);
}

PQconninfoOption *PQconninfoParse(const char *text, char **message) {
  return library.PQconninfoParse(text, message);
}

int PQconsumeInput(PGconn *connection) {
  return library.PQconsumeInput(connection);
}

int PQenterPipelineMode(PGconn *connection) {
  return library.PQenterPipelineMode(connection);
}

char *PQerrorMessage(const PGconn *connection) {
  return library.PQerrorMessage(connection);
}

void PQfinish(PGconn *connection) {
  library.PQfinish(connection);
}

int PQflush(PGconn *connection) {
  return library.PQflush(connection);
}

void PQfreeCancel(PGcancel *cancel) {
  library.PQfreeCancel(cancel);
}

void PQfreemem(void *memory) {
  library.PQfreemem(memory);
}

PGcancel *PQgetCancel(PGconn *connection) {
  return library.PQgetCancel(connection);
}

int PQgetisnull(const PGresult *result, int row, int column) {
  return library.PQgetisnull(result, row, column);
}

int PQgetlength(const PGresult *result, int row, int column) {
  return library.PQgetlength(result, row, column);
}

PGresult *PQgetResult(PGconn *connection) {
  return library.PQgetResult(connection);
}

char *PQgetvalue(const PGresult *result, int row, int column) {
  return library.PQgetvalue(result, row, column);
}

int PQisBusy(PGconn *connection) {
  return library.PQisBusy(connection);
}

PGnotify *PQnotifies(PGconn *connection) {
  return library.PQnotifies(connection);
}

int PQntuples(const PGresult *result) {
  return library.PQntuples(result);
}

int PQpipelineSync(PGconn *connection) {
  return library.PQpipelineSync(connection);
}

char *PQresultErrorField(const PGresult *result, int field) {
  return library.PQresultErrorField(result, field);
}

char *PQresultErrorMessage(const PGresult *result) {
  return library.PQresultErrorMessage(result);
}

ExecStatusType PQresultStatus(const PGresult *result) {
  return library.PQresultStatus(result);
}

int PQsendPrepare(PGconn *connection, const char *name, const char *text, int count,
                  const Oid *types) {
  return library.PQsendPrepare(connection, name, text, count, types);
}

int PQsendQueryParams(PGconn *connection, const char *text, int count, const Oid *types,
                      const char *const *values, const int *lengths, const int *formats,
                      int result_format) {
  return library.PQsendQueryParams(connection, text, count, types, values, lengths, formats,
                                   result_format);
}

int PQsendQueryPrepared(PGconn *connection, const char *name, int count, const char *const *values,
                        const int *lengths, const int *formats, int result_format) {
  return library.PQsendQueryPrepared(connection, name, count, values, lengths, formats,
                                     result_format);
}

int PQserverVersion(const PGconn *connection) {
  return library.PQserverVersion(connection);
}

int PQsetnonblocking(PGconn *connection, int is_nonblocking) {
  return library.PQsetnonblocking(connection, is_nonblocking);
}

PQnoticeProcessor PQsetNoticeProcessor(PGconn *connection, PQnoticeProcessor processor,
                                       void *argument) {
  return library.PQsetNoticeProcessor(connection, processor, argument);
}

int PQsetSingleRowMode(PGconn *connection) {
  return library.PQsetSingleRowMode(connection);
}

int PQsocket(const PGconn *connection) {
  return library.PQsocket(connection);
}

ConnStatusType PQstatus(const PGconn *connection) {
  return library.PQstatus(connection);
}

PGTransactionStatusType PQtransactionStatus(const PGconn *connection) {
  return library.PQtransactionStatus(connection);
}
