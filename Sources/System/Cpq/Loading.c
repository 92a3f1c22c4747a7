#include "Cpq.h"

#include "CLibraryLoading.h"

#define FUNCTIONS(FUNCTION, PROCEDURE, VARIADIC) \
  FUNCTION(PQbackendPID, int, (const PGconn *connection), (connection)) \
  FUNCTION(PQcancel, int, (PGcancel *cancel, char *message, int size), (cancel, message, size)) \
  PROCEDURE(PQclear, (PGresult *result), (result)) \
  FUNCTION(PQcmdTuples, char *, (PGresult *result), (result)) \
  FUNCTION(PQconnectPoll, PostgresPollingStatusType, (PGconn *connection), (connection)) \
  FUNCTION(PQconnectStartParams, PGconn *, \
    (const char *const *keywords, const char *const *values, int expand), \
    (keywords, values, expand)) \
  PROCEDURE(PQconninfoFree, (PQconninfoOption *options), (options)) \
  FUNCTION(PQconninfoParse, PQconninfoOption *, (const char *text, char **message), \
    (text, message)) \
  FUNCTION(PQconsumeInput, int, (PGconn *connection), (connection)) \
  FUNCTION(PQenterPipelineMode, int, (PGconn *connection), (connection)) \
  FUNCTION(PQerrorMessage, char *, (const PGconn *connection), (connection)) \
  PROCEDURE(PQfinish, (PGconn *connection), (connection)) \
  FUNCTION(PQflush, int, (PGconn *connection), (connection)) \
  FUNCTION(PQfnumber, int, (const PGresult *result, const char *name), (result, name)) \
  PROCEDURE(PQfreeCancel, (PGcancel *cancel), (cancel)) \
  PROCEDURE(PQfreemem, (void *memory), (memory)) \
  FUNCTION(PQgetCancel, PGcancel *, (PGconn *connection), (connection)) \
  FUNCTION(PQgetisnull, int, (const PGresult *result, int row, int column), (result, row, column)) \
  FUNCTION(PQgetlength, int, (const PGresult *result, int row, int column), (result, row, column)) \
  FUNCTION(PQgetResult, PGresult *, (PGconn *connection), (connection)) \
  FUNCTION(PQgetvalue, char *, (const PGresult *result, int row, int column), \
    (result, row, column)) \
  FUNCTION(PQisBusy, int, (PGconn *connection), (connection)) \
  FUNCTION(PQnotifies, PGnotify *, (PGconn *connection), (connection)) \
  FUNCTION(PQntuples, int, (const PGresult *result), (result)) \
  FUNCTION(PQpipelineSync, int, (PGconn *connection), (connection)) \
  FUNCTION(PQresultErrorField, char *, (const PGresult *result, int field), (result, field)) \
  FUNCTION(PQresultErrorMessage, char *, (const PGresult *result), (result)) \
  FUNCTION(PQresultStatus, ExecStatusType, (const PGresult *result), (result)) \
  FUNCTION(PQsendPrepare, int, \
    (PGconn *connection, const char *name, const char *text, int count, const Oid *types), \
    (connection, name, text, count, types)) \
  FUNCTION(PQsendQueryParams, int, \
    (PGconn *connection, const char *text, int count, const Oid *types, const char *const *values, \
     const int *lengths, const int *formats, int result_format), \
    (connection, text, count, types, values, lengths, formats, result_format)) \
  FUNCTION(PQsendQueryPrepared, int, \
    (PGconn *connection, const char *name, int count, const char *const *values, \
     const int *lengths, const int *formats, int result_format), \
    (connection, name, count, values, lengths, formats, result_format)) \
  FUNCTION(PQsetnonblocking, int, (PGconn *connection, int is_nonblocking), \
    (connection, is_nonblocking)) \
  FUNCTION(PQsetNoticeProcessor, PQnoticeProcessor, \
    (PGconn *connection, PQnoticeProcessor processor, void *argument), \
    (connection, processor, argument)) \
  FUNCTION(PQsocket, int, (const PGconn *connection), (connection)) \
  FUNCTION(PQstatus, ConnStatusType, (const PGconn *connection), (connection))

LOADED_LIBRARY(load_pq, "libpq.so.5", "libpq5", FUNCTIONS)
