// libmicrohttpd, loaded when it is first needed: it brings 9 other libraries, and a program that
// only lists memos would spend most of its start on them.

#ifndef C_MICROHTTPD_H
#define C_MICROHTTPD_H

#include <microhttpd.h>

/// Loads the library, once. It must have worked before any of its functions is called. May be
/// called from any thread.
///
/// Returns NULL, or in one line why it cannot be loaded and what to do.
const char *load_microhttpd(void);

const union MHD_ConnectionInfo *connection_info(struct MHD_Connection *connection,
                                                enum MHD_ConnectionInfoType kind);
enum MHD_Result close_upgraded(struct MHD_UpgradeResponseHandle *handle);
struct MHD_Daemon *start_daemon(unsigned int flags, uint16_t port, MHD_AccessHandlerCallback handle,
                                void *handle_cls, struct MHD_OptionItem *options);

#endif
