// libmicrohttpd, loaded at first use: linking it and the 9 libraries that it needs would take most
// of a start.

#ifndef C_MICROHTTPD_H
#define C_MICROHTTPD_H

#include <microhttpd.h>

/// Loads the library once, from any thread. Returns NULL, or in one line why it cannot be loaded
/// and what to do. No other function may be called before it returns NULL.
const char *load_microhttpd(void);

/// The kernel's number of the calling thread.
int thread_number(void);

/// Gets the daemon's log, in lines that are cut after 159 bytes.
struct log_reader {
  void (*read)(void *context, const char *line);
  void *context;
};

const union MHD_ConnectionInfo *connection_info(struct MHD_Connection *connection,
                                                enum MHD_ConnectionInfoType kind);
enum MHD_Result close_upgraded(struct MHD_UpgradeResponseHandle *handle);
struct MHD_Daemon *start_daemon(unsigned int flags, uint16_t port, MHD_AccessHandlerCallback handle,
                                void *handle_cls, struct log_reader *log,
                                struct MHD_OptionItem *options);

#endif
