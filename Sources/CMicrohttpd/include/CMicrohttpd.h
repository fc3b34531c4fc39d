// libmicrohttpd, loaded when a listener starts: loading it and its dependencies takes longer than any
// other command takes to start.

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

// Loads the library once; returns NULL or an error text. Must be called before every other function.
const char *cairn_mhd_load(void);

// Starts a daemon without threads, which uses an epoll descriptor of its own.
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

// Creates a response with a copy of the body.
struct MHD_Response *cairn_mhd_response(size_t size, void *body);
// Creates a response with a streamed body; `end` releases the context.
struct MHD_Response *cairn_mhd_parts(MHD_ContentReaderCallback next, void *context,
                                     MHD_ContentReaderFreeCallback end);
enum MHD_Result cairn_mhd_add(struct MHD_Response *response, const char *name, const char *value);
// Queues the response and releases it.
enum MHD_Result cairn_mhd_queue(struct MHD_Connection *connection, unsigned int code,
                                struct MHD_Response *response);
