#include "Cmicrohttpd.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The functions that are used, each under its own name, so that a caller sees no difference.
#define FUNCTIONS \
  FUNCTION(MHD_add_response_header) \
  FUNCTION(MHD_create_response_for_upgrade) \
  FUNCTION(MHD_create_response_from_buffer) \
  FUNCTION(MHD_create_response_from_callback) \
  FUNCTION(MHD_create_response_from_fd_at_offset64) \
  FUNCTION(MHD_destroy_response) \
  FUNCTION(MHD_get_connection_values_n) \
  FUNCTION(MHD_queue_response) \
  FUNCTION(MHD_quiesce_daemon) \
  FUNCTION(MHD_resume_connection) \
  FUNCTION(MHD_stop_daemon) \
  FUNCTION(MHD_suspend_connection) \
  FUNCTION(MHD_get_connection_info) \
  FUNCTION(MHD_get_daemon_info) \
  FUNCTION(MHD_upgrade_action) \
  FUNCTION(MHD_start_daemon)

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
  void *file = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!file) {
    failure = "libmicrohttpd.so.12 is not installed; install libmicrohttpd12";
    return;
  }
#define FUNCTION(name) \
  library.name = (__typeof__(&name))dlsym(file, #name); \
  if (!library.name) failure = "libmicrohttpd.so.12 is too old: it has no " #name;
  FUNCTIONS
#undef FUNCTION
}

const char *load_microhttpd(void) {
  pthread_once(&once, load);
  return failure;
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *name,
                                        const char *value) {
  return library.MHD_add_response_header(response, name, value);
}

struct MHD_Response *MHD_create_response_for_upgrade(MHD_UpgradeHandler handler, void *userdata) {
  return library.MHD_create_response_for_upgrade(handler, userdata);
}

struct MHD_Response *MHD_create_response_from_buffer(size_t size, void *buffer,
                                                     enum MHD_ResponseMemoryMode mode) {
  return library.MHD_create_response_from_buffer(size, buffer, mode);
}

struct MHD_Response *MHD_create_response_from_callback(uint64_t size, size_t block,
                                                       MHD_ContentReaderCallback read,
                                                       void *userdata,
                                                       MHD_ContentReaderFreeCallback free) {
  return library.MHD_create_response_from_callback(size, block, read, userdata, free);
}

struct MHD_Response *MHD_create_response_from_fd_at_offset64(uint64_t size, int file,
                                                             uint64_t offset) {
  return library.MHD_create_response_from_fd_at_offset64(size, file, offset);
}

void MHD_destroy_response(struct MHD_Response *response) {
  library.MHD_destroy_response(response);
}

int MHD_get_connection_values_n(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                                MHD_KeyValueIteratorN iterator, void *userdata) {
  return library.MHD_get_connection_values_n(connection, kind, iterator, userdata);
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned int status,
                                   struct MHD_Response *response) {
  return library.MHD_queue_response(connection, status, response);
}

MHD_socket MHD_quiesce_daemon(struct MHD_Daemon *daemon) {
  return library.MHD_quiesce_daemon(daemon);
}

void MHD_resume_connection(struct MHD_Connection *connection) {
  library.MHD_resume_connection(connection);
}

void MHD_stop_daemon(struct MHD_Daemon *daemon) {
  library.MHD_stop_daemon(daemon);
}

void MHD_suspend_connection(struct MHD_Connection *connection) {
  library.MHD_suspend_connection(connection);
}

// What Swift cannot call, because it takes a varying number of arguments.

const union MHD_ConnectionInfo *connection_info(struct MHD_Connection *connection,
                                                enum MHD_ConnectionInfoType kind) {
  return library.MHD_get_connection_info(connection, kind);
}

const union MHD_DaemonInfo *daemon_info(struct MHD_Daemon *daemon, enum MHD_DaemonInfoType kind) {
  return library.MHD_get_daemon_info(daemon, kind);
}

enum MHD_Result close_upgraded(struct MHD_UpgradeResponseHandle *handle) {
  return library.MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

struct MHD_Daemon *start_daemon(unsigned int flags, uint16_t port, MHD_AccessHandlerCallback handle,
                                void *handle_cls, struct MHD_OptionItem *options) {
  return library.MHD_start_daemon(flags, port, NULL, NULL, handle, handle_cls, MHD_OPTION_ARRAY,
                                  options, MHD_OPTION_END);
}
