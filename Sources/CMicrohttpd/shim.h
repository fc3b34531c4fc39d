#include <microhttpd.h>
#include <string.h>

// What Swift cannot call: functions with a variable number of arguments.

struct cairn_mhd_limits {
  unsigned int connections;
  unsigned int connections_per_address;
  unsigned int idle_seconds;
  size_t memory;
};

struct cairn_mhd_callbacks {
  void *context;
  MHD_AccessHandlerCallback access;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
};

// Leaves escapes in the target as they are: we take it apart ourselves.
static inline size_t cairn_mhd_keep(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

// A daemon without threads that waits in an epoll descriptor of its own.
static inline struct MHD_Daemon *cairn_mhd_start(int socket, struct cairn_mhd_limits limits,
                                                 struct cairn_mhd_callbacks calls) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, calls.access, calls.context,
      MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.connections_per_address,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
      MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
      MHD_OPTION_UNESCAPE_CALLBACK, cairn_mhd_keep, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, calls.target, calls.context,
      MHD_OPTION_NOTIFY_COMPLETED, calls.completed, calls.context,
      MHD_OPTION_NOTIFY_CONNECTION, calls.connection, calls.context, MHD_OPTION_END);
}

static inline int cairn_mhd_epoll(struct MHD_Daemon *daemon) {
  return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

static inline int cairn_mhd_socket(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static inline const struct sockaddr *cairn_mhd_address(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
}
