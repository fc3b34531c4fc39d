#include "CCurl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

// The numbers of options, as curl.h has them.
enum {
  FAIL_SOON_BELOW = 19,   // CURLOPT_LOW_SPEED_LIMIT, bytes in a second
  FAIL_SOON_AFTER = 20,   // CURLOPT_LOW_SPEED_TIME, seconds
  CONNECT_SECONDS = 78,   // CURLOPT_CONNECTTIMEOUT
  NO_SIGNALS = 99,        // CURLOPT_NOSIGNAL
  PROTOCOLS = 181,        // CURLOPT_PROTOCOLS
  TAKER_CONTEXT = 10001,  // CURLOPT_WRITEDATA
  ADDRESS = 10002,        // CURLOPT_URL
  ERROR_ROOM = 10010,     // CURLOPT_ERRORBUFFER
  AGENT = 10018,          // CURLOPT_USERAGENT
  HEAD = 10023,           // CURLOPT_HTTPHEADER
  TAKER = 20011,          // CURLOPT_WRITEFUNCTION
  STATUS = 0x200002,      // CURLINFO_RESPONSE_CODE
  HTTP_AND_HTTPS = 3,
};

static struct {
  void *(*begin)(void);
  int (*set)(void *, int, ...);
  int (*perform)(void *);
  int (*info)(void *, int, ...);
  void (*end)(void *);
  void *(*append)(void *, const char *);
  void (*forget)(void *);
  const char *(*words)(int);
} curl;

const char *cairn_curl_load(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define FIND(field, name) \
  if ((curl.field = (__typeof__(curl.field))dlsym(library, "curl_" name)) == NULL) return dlerror();
  FIND(begin, "easy_init")
  FIND(set, "easy_setopt")
  FIND(perform, "easy_perform")
  FIND(info, "easy_getinfo")
  FIND(end, "easy_cleanup")
  FIND(append, "slist_append")
  FIND(forget, "slist_free_all")
  FIND(words, "easy_strerror")
  return NULL;
}

struct taker {
  struct cairn_curl_answer *answer;
  size_t room, limit;
};

// Taking fewer bytes than there are ends the transfer.
static size_t take(char *bytes, size_t one, size_t count, void *context) {
  struct taker *taker = context;
  struct cairn_curl_answer *answer = taker->answer;
  count *= one;
  if (count > taker->limit - answer->count) return 0;
  if (answer->count + count > taker->room) {
    size_t room = (answer->count + count) * 2;
    unsigned char *more = realloc(answer->bytes, room);
    if (more == NULL) return 0;
    answer->bytes = more;
    taker->room = room;
  }
  memcpy(answer->bytes + answer->count, bytes, count);
  answer->count += count;
  return count;
}

int cairn_curl_get(const char *address, const char *line, const char *agent, size_t limit,
                   char room[256], struct cairn_curl_answer *answer) {
  memset(answer, 0, sizeof *answer);
  room[0] = 0;
  void *handle = curl.begin();
  void *head = curl.append(NULL, line);
  if (handle == NULL || head == NULL) return -1;
  struct taker taker = {answer, 0, limit};
  curl.set(handle, ADDRESS, address);
  curl.set(handle, HEAD, head);
  curl.set(handle, AGENT, agent);
  curl.set(handle, PROTOCOLS, (long)HTTP_AND_HTTPS);
  curl.set(handle, NO_SIGNALS, 1L);
  curl.set(handle, CONNECT_SECONDS, 15L);
  curl.set(handle, FAIL_SOON_BELOW, 1L);
  curl.set(handle, FAIL_SOON_AFTER, 60L);
  curl.set(handle, ERROR_ROOM, room);
  curl.set(handle, TAKER, take);
  curl.set(handle, TAKER_CONTEXT, &taker);
  int code = curl.perform(handle);
  curl.info(handle, STATUS, &answer->status);
  curl.end(handle);
  curl.forget(head);
  if (code != 0 && room[0] == 0) strncpy(room, curl.words(code), 255);
  return code;
}
