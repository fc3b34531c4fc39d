#include <stddef.h>

// libcurl, loaded when another server is called: no other command loads it. Only the functions used here are
// declared, so that building needs no header of the library; its interface has been stable since 2006.

struct sockaddr;

// Loads and initialises the library, which must happen once; returns NULL or an error text.
const char *cairn_curl_load(void);

struct cairn_curl_answer {
  long status;
  // Freed by the caller with `free`.
  unsigned char *bytes;
  size_t count;
  // The seconds of Retry-After; 0 without one, or if libcurl is older than 7.66.
  long long retry_after;
};

// A request; a POST if it has a body.
struct cairn_curl_question {
  const char *address;
  const char *const *lines;
  size_t line_count;
  const char *agent;
  const void *body;
  size_t body_count;
  // The maximum response size in bytes.
  size_t limit;
};

// Sends a request with additional header lines; returns 0 if there is a response, otherwise `room` has the error
// text. Follows no redirects. The response may be compressed in transit. `stop` is polled about once a second;
// `cairn_curl_stop` sets it, from any thread.
int cairn_curl_ask(const struct cairn_curl_question *question, const int *stop, char room[256],
                   struct cairn_curl_answer *answer);
void cairn_curl_stop(int *stop);

// A webhook delivery.
struct cairn_curl_post {
  const char *address;
  const char *const *lines;
  size_t line_count;
  const char *agent;
  const void *body;
  size_t body_count;
  int only_https;
  // The timeout of the whole transfer in seconds.
  long seconds;
  // Returns whether a connection to an address is permitted.
  int (*permits)(const struct sockaddr *address, unsigned int count);
};

// Sends a POST and returns a result code of libcurl; `status` is that of the response, or 0 without one. Uses no
// proxy, follows no redirects, and discards the response body. `stop` works as in `cairn_curl_ask`.
int cairn_curl_post(const struct cairn_curl_post *post, const int *stop, long *status);
