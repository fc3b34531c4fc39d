// libmicrohttpd, loaded when a listener starts: every other command would pay for it and for the
// libraries it brings, which is more than its own start takes.

#include <microhttpd.h>
#include <stddef.h>

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

// NULL, or why the library cannot be had. Comes before everything else; again does nothing.
const char *cairn_mhd_load(void);

// A daemon without threads that waits in an epoll descriptor of its own.
struct MHD_Daemon *cairn_mhd_start(int socket, struct cairn_mhd_limits limits,
                                   struct cairn_mhd_callbacks calls);
int cairn_mhd_epoll(struct MHD_Daemon *daemon);
enum MHD_Result cairn_mhd_run(struct MHD_Daemon *daemon);
enum MHD_Result cairn_mhd_timeout(struct MHD_Daemon *daemon, MHD_UNSIGNED_LONG_LONG *milliseconds);
int cairn_mhd_quiesce(struct MHD_Daemon *daemon);
void cairn_mhd_stop(struct MHD_Daemon *daemon);

int cairn_mhd_socket(struct MHD_Connection *connection);
const struct sockaddr *cairn_mhd_address(struct MHD_Connection *connection);
int cairn_mhd_head(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context);
void cairn_mhd_suspend(struct MHD_Connection *connection);
void cairn_mhd_resume(struct MHD_Connection *connection);

// A response that owns a copy of the body.
struct MHD_Response *cairn_mhd_response(size_t size, void *body);
// A response whose body is asked for bit by bit, until `end` lets go of the context.
struct MHD_Response *cairn_mhd_parts(MHD_ContentReaderCallback next, void *context,
                                     MHD_ContentReaderFreeCallback end);
enum MHD_Result cairn_mhd_add(struct MHD_Response *response, const char *name, const char *value);
// Sends the response, and lets go of it.
enum MHD_Result cairn_mhd_queue(struct MHD_Connection *connection, unsigned int code,
                                struct MHD_Response *response);
