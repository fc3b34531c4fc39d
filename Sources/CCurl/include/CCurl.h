#include <stddef.h>

// libcurl, looked for when another server is asked: no other command loads it. Of its interface,
// which has been the same since 2006, only what is used here is declared, so that building needs no
// headers of it.

struct sockaddr;

// Finds the library and prepares it, which must be done once; NULL when it is there, else what the system says.
const char *cairn_curl_load(void);

struct cairn_curl_answer {
  long status;
  // Given away by `free`.
  unsigned char *bytes;
  size_t count;
  // In how many seconds to ask again, as Retry-After says it; 0 without one, or where libcurl is older than 7.66.
  long long retry_after;
};

// Something to be asked; with a body it is a POST.
struct cairn_curl_question {
  const char *address;
  const char *const *lines;
  size_t line_count;
  const char *agent;
  const void *body;
  size_t body_count;
  // The most bytes that the answer may have.
  size_t limit;
};

// Asks an address with lines of a head beside the usual ones. 0 when there is an answer, else `room`
// has what went wrong. No redirection is followed. The answer may come packed. `stop` is looked at about
// once a second; it is set by `cairn_curl_stop`, from any thread.
int cairn_curl_ask(const struct cairn_curl_question *question, const int *stop, char room[256],
                   struct cairn_curl_answer *answer);
void cairn_curl_stop(int *stop);

// Something to be posted.
struct cairn_curl_post {
  const char *address;
  const char *const *lines;
  size_t line_count;
  const char *agent;
  const void *body;
  size_t body_count;
  int only_https;
  // The longest it may take.
  long seconds;
  // Whether a machine of this number may be asked.
  int (*permits)(const struct sockaddr *address, unsigned int count);
};

// Posts it; `status` is that of the answer, 0 without one, and then `room` has what went wrong. No
// proxy is asked, no redirection is followed, and the body of the answer is read and dropped. `stop`
// is looked at as by the other function.
int cairn_curl_post(const struct cairn_curl_post *post, const int *stop, char room[256],
                    long *status);
