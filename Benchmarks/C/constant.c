/* The same HTTP library alone: an event loop that returns a constant body of BYTES bytes for every request.
   Usage: constant BYTES; prints its port. */
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct MHD_Response *constant;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *body,
                              size_t *size, void **state) {
  static int begun;
  if (*state == NULL) { /* headers only; the body follows */
    *state = &begun;
    return MHD_YES;
  }
  if (*size != 0) {
    *size = 0;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, constant);
}

int main(int count, char **words) {
  size_t bytes = count > 1 ? strtoul(words[1], NULL, 10) : 1000;
  char *text = malloc(bytes);
  memset(text, 'x', bytes);
  constant = MHD_create_response_from_buffer(bytes, text, MHD_RESPMEM_PERSISTENT);
  struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct MHD_Daemon *daemon =
      MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, NULL,
                       MHD_OPTION_SOCK_ADDR, &loopback, MHD_OPTION_CONNECTION_LIMIT, 1000u,
                       MHD_OPTION_END);
  if (daemon == NULL) return 1;
  printf("%u\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  getchar(); /* until the parent process closes standard input */
  MHD_stop_daemon(daemon);
  return 0;
}
