#include <microhttpd.h>

// What Swift cannot call, because it takes a varying number of arguments.

static inline const union MHD_ConnectionInfo *
connection_info(struct MHD_Connection *connection, enum MHD_ConnectionInfoType kind) {
  return MHD_get_connection_info(connection, kind);
}

static inline const union MHD_DaemonInfo *
daemon_info(struct MHD_Daemon *daemon, enum MHD_DaemonInfoType kind) {
  return MHD_get_daemon_info(daemon, kind);
}

static inline enum MHD_Result close_upgraded(struct MHD_UpgradeResponseHandle *handle) {
  return MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

static inline struct MHD_Daemon *
start_daemon(unsigned int flags, uint16_t port, MHD_AccessHandlerCallback handle, void *handle_cls,
             struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, port, NULL, NULL, handle, handle_cls,
                          MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}
