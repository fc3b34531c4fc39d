#include "CMicrohttpd.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#ifdef __APPLE__
#define LIBRARY "libmicrohttpd.12.dylib"
#else
#define LIBRARY "libmicrohttpd.so.12"
#endif

#define EACH(DO)                                                                                  \
  DO(start_daemon) DO(stop_daemon) DO(quiesce_daemon) DO(run) DO(get_timeout) DO(get_daemon_info) \
  DO(get_connection_info) DO(get_connection_values_n) DO(suspend_connection)                      \
  DO(resume_connection) DO(create_response_from_buffer)                                           \
  DO(create_response_from_callback) DO(add_response_header) DO(queue_response)                    \
  DO(destroy_response)

static struct {
#define FIELD(name) __typeof__(&MHD_##name) name;
  EACH(FIELD)
} mhd;

static const char *find(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define FIND(name)                                                                                \
  if ((mhd.name = (__typeof__(mhd.name))dlsym(library, "MHD_" #name)) == NULL) return dlerror();
  EACH(FIND)
  return NULL;
}

static const char *flaw;

// dlerror returns a buffer of the calling thread, so the text is copied.
static void load(void) {
  const char *why = find();
  flaw = why == NULL ? NULL : strdup(why);
}

const char *cairn_mhd_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return flaw;
}

// Leaves percent-escapes in the target, because the server parses the target itself.
static size_t keep(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

struct MHD_Daemon *cairn_mhd_start(int socket, struct cairn_mhd_limits limits,
                                   struct cairn_mhd_callbacks calls) {
  return mhd.start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, calls.access, calls.context,
      MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.connections_per_address,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
      MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
      MHD_OPTION_UNESCAPE_CALLBACK, keep, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, calls.target, calls.context,
      MHD_OPTION_NOTIFY_COMPLETED, calls.completed, calls.context,
      MHD_OPTION_NOTIFY_CONNECTION, calls.connection, calls.context, MHD_OPTION_END);
}

int cairn_mhd_epoll(struct MHD_Daemon *daemon) {
  return mhd.get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

enum MHD_Result cairn_mhd_run(struct MHD_Daemon *daemon) { return mhd.run(daemon); }

enum MHD_Result cairn_mhd_timeout(struct MHD_Daemon *daemon, MHD_UNSIGNED_LONG_LONG *milliseconds) {
  return mhd.get_timeout(daemon, milliseconds);
}

int cairn_mhd_quiesce(struct MHD_Daemon *daemon) { return mhd.quiesce_daemon(daemon); }

void cairn_mhd_stop(struct MHD_Daemon *daemon) { mhd.stop_daemon(daemon); }

int cairn_mhd_socket(struct MHD_Connection *connection) {
  return mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

const struct sockaddr *cairn_mhd_address(struct MHD_Connection *connection) {
  return mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
}

int cairn_mhd_head(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context) {
  return mhd.get_connection_values_n(connection, MHD_HEADER_KIND, take, context);
}

void cairn_mhd_suspend(struct MHD_Connection *connection) { mhd.suspend_connection(connection); }

void cairn_mhd_resume(struct MHD_Connection *connection) { mhd.resume_connection(connection); }

struct MHD_Response *cairn_mhd_response(size_t size, void *body) {
  return mhd.create_response_from_buffer(size, body, MHD_RESPMEM_MUST_COPY);
}

struct MHD_Response *cairn_mhd_parts(MHD_ContentReaderCallback next, void *context,
                                     MHD_ContentReaderFreeCallback end) {
  return mhd.create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, next, context, end);
}

enum MHD_Result cairn_mhd_add(struct MHD_Response *response, const char *name, const char *value) {
  return mhd.add_response_header(response, name, value);
}

enum MHD_Result cairn_mhd_queue(struct MHD_Connection *connection, unsigned int code,
                                struct MHD_Response *response) {
  enum MHD_Result result = mhd.queue_response(connection, code, response);
  mhd.destroy_response(response);
  return result;
}
