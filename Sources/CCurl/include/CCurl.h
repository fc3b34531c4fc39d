#include <stddef.h>

// libcurl, looked for when another server is asked: no other command loads it. Of its interface,
// which has been the same since 2006, only what is used here is declared, so that building needs no
// headers of it.

// Finds the library; NULL when it is there, else what the system says.
const char *cairn_curl_load(void);

struct cairn_curl_answer {
  long status;
  // Given away by `free`.
  unsigned char *bytes;
  size_t count;
};

// Asks an address with a line of a head beside the usual ones. 0 when there is an answer, else `room`
// has what went wrong. More than `limit` bytes are an error; no redirection is followed.
int cairn_curl_get(const char *address, const char *line, const char *agent, size_t limit,
                   char room[256], struct cairn_curl_answer *answer);
