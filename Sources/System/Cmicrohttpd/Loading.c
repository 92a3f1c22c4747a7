#include "Cmicrohttpd.h"

#include "CLibraryLoading.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int thread_number(void) { return (int)syscall(SYS_gettid); }

static void read_log(void *reader, const char *format, va_list arguments) {
  const struct log_reader *log = reader;
  char line[160];
  vsnprintf(line, sizeof line, format, arguments);
  log->read(log->context, line);
}

#define FUNCTIONS(FUNCTION, PROCEDURE, VARIADIC) \
  FUNCTION(MHD_add_connection, enum MHD_Result, \
    (struct MHD_Daemon *daemon, MHD_socket client, const struct sockaddr *address, \
     socklen_t size), (daemon, client, address, size)) \
  FUNCTION(MHD_add_response_header, enum MHD_Result, \
    (struct MHD_Response *response, const char *name, const char *value), (response, name, value)) \
  FUNCTION(MHD_create_response_for_upgrade, struct MHD_Response *, \
    (MHD_UpgradeHandler handler, void *userdata), (handler, userdata)) \
  FUNCTION(MHD_create_response_from_buffer, struct MHD_Response *, \
    (size_t size, void *buffer, enum MHD_ResponseMemoryMode mode), (size, buffer, mode)) \
  FUNCTION(MHD_create_response_from_callback, struct MHD_Response *, \
    (uint64_t size, size_t block, MHD_ContentReaderCallback read, void *userdata, \
     MHD_ContentReaderFreeCallback free), (size, block, read, userdata, free)) \
  FUNCTION(MHD_create_response_from_fd_at_offset64, struct MHD_Response *, \
    (uint64_t size, int file, uint64_t offset), (size, file, offset)) \
  PROCEDURE(MHD_destroy_response, (struct MHD_Response *response), (response)) \
  FUNCTION(MHD_get_connection_values_n, int, \
    (struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIteratorN iterator, \
     void *userdata), (connection, kind, iterator, userdata)) \
  FUNCTION(MHD_get_version, const char *, (void), ()) \
  FUNCTION(MHD_queue_response, enum MHD_Result, \
    (struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response), \
    (connection, status, response)) \
  PROCEDURE(MHD_resume_connection, (struct MHD_Connection *connection), (connection)) \
  PROCEDURE(MHD_stop_daemon, (struct MHD_Daemon *daemon), (daemon)) \
  PROCEDURE(MHD_suspend_connection, (struct MHD_Connection *connection), (connection)) \
  VARIADIC(MHD_get_connection_info, const union MHD_ConnectionInfo *, connection_info, \
    (struct MHD_Connection *connection, enum MHD_ConnectionInfoType kind), (connection, kind)) \
  VARIADIC(MHD_upgrade_action, enum MHD_Result, close_upgraded, \
    (struct MHD_UpgradeResponseHandle *handle), (handle, MHD_UPGRADE_ACTION_CLOSE)) \
  VARIADIC(MHD_start_daemon, struct MHD_Daemon *, start_daemon, \
    (unsigned int flags, uint16_t port, MHD_AccessHandlerCallback handle, void *handle_cls, \
     struct log_reader *log, struct MHD_OptionItem *options), \
    (flags, port, NULL, NULL, handle, handle_cls, MHD_OPTION_EXTERNAL_LOGGER, read_log, log, \
     MHD_OPTION_ARRAY, options, MHD_OPTION_END))

LOADED_LIBRARY(load_microhttpd, "libmicrohttpd.so.12", "libmicrohttpd12", FUNCTIONS)
