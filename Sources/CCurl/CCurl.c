#include "CCurl.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#ifdef __APPLE__
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

// The option numbers of curl.h.
enum {
  WHOLE_SECONDS = 13,     // CURLOPT_TIMEOUT
  FAIL_SOON_BELOW = 19,   // CURLOPT_LOW_SPEED_LIMIT, bytes in a second
  FAIL_SOON_AFTER = 20,   // CURLOPT_LOW_SPEED_TIME, seconds
  NO_PROGRESS = 43,       // CURLOPT_NOPROGRESS
  POST = 47,              // CURLOPT_POST
  BODY_COUNT = 60,        // CURLOPT_POSTFIELDSIZE
  CONNECT_SECONDS = 78,   // CURLOPT_CONNECTTIMEOUT
  NO_SIGNALS = 99,        // CURLOPT_NOSIGNAL
  PROTOCOLS = 181,        // CURLOPT_PROTOCOLS
  TAKER_CONTEXT = 10001,  // CURLOPT_WRITEDATA
  ADDRESS = 10002,        // CURLOPT_URL
  PROXY = 10004,          // CURLOPT_PROXY
  ERROR_ROOM = 10010,     // CURLOPT_ERRORBUFFER
  BODY = 10015,           // CURLOPT_POSTFIELDS
  AGENT = 10018,          // CURLOPT_USERAGENT
  HEAD = 10023,           // CURLOPT_HTTPHEADER
  PACKED = 10102,         // CURLOPT_ACCEPT_ENCODING
  PROGRESS_CONTEXT = 10057,  // CURLOPT_XFERINFODATA
  SOCKET_CONTEXT = 10164,    // CURLOPT_OPENSOCKETDATA
  TAKER = 20011,          // CURLOPT_WRITEFUNCTION
  SOCKET = 20163,         // CURLOPT_OPENSOCKETFUNCTION
  PROGRESS = 20219,       // CURLOPT_XFERINFOFUNCTION
  STATUS = 0x200002,      // CURLINFO_RESPONSE_CODE
  RETRY_AFTER = 0x600039, // CURLINFO_RETRY_AFTER, a 64-bit integer
  HTTPS = 2,
  HTTP_AND_HTTPS = 3,
  EVERYTHING = 3,         // CURL_GLOBAL_ALL
};

static struct {
  int (*prepare)(long);
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
  FIND(prepare, "global_init")
  FIND(begin, "easy_init")
  FIND(set, "easy_setopt")
  FIND(perform, "easy_perform")
  FIND(info, "easy_getinfo")
  FIND(end, "easy_cleanup")
  FIND(append, "slist_append")
  FIND(forget, "slist_free_all")
  FIND(words, "easy_strerror")
  return curl.prepare(EVERYTHING) == 0 ? NULL : "libcurl cannot be prepared";
}

struct taker {
  struct cairn_curl_answer *answer;
  size_t room, limit;
};

// Receives response bytes; returning fewer than given aborts the transfer.
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

static int go_on(void *context, int64_t a, int64_t b, int64_t c, int64_t d) {
  (void)a, (void)b, (void)c, (void)d;
  return __atomic_load_n((const int *)context, __ATOMIC_RELAXED);
}

void cairn_curl_stop(int *stop) { __atomic_store_n(stop, 1, __ATOMIC_RELAXED); }

int cairn_curl_ask(const struct cairn_curl_question *question, const int *stop, char room[256],
                   struct cairn_curl_answer *answer) {
  memset(answer, 0, sizeof *answer);
  room[0] = 0;
  void *handle = curl.begin(), *head = NULL;
  if (handle == NULL) return -1;
  for (size_t line = 0; line < question->line_count; line++)
    head = curl.append(head, question->lines[line]);
  struct taker taker = {answer, 0, question->limit};
  curl.set(handle, ADDRESS, question->address);
  curl.set(handle, HEAD, head);
  curl.set(handle, AGENT, question->agent);
  if (question->body != NULL) {
    curl.set(handle, POST, 1L);
    curl.set(handle, BODY, question->body);
    curl.set(handle, BODY_COUNT, (long)question->body_count);
  }
  curl.set(handle, PACKED, "");
  curl.set(handle, PROTOCOLS, (long)HTTP_AND_HTTPS);
  curl.set(handle, NO_SIGNALS, 1L);
  curl.set(handle, CONNECT_SECONDS, 15L);
  curl.set(handle, FAIL_SOON_BELOW, 1L);
  curl.set(handle, FAIL_SOON_AFTER, 60L);
  curl.set(handle, NO_PROGRESS, 0L);
  curl.set(handle, PROGRESS, go_on);
  curl.set(handle, PROGRESS_CONTEXT, (void *)stop);
  curl.set(handle, ERROR_ROOM, room);
  curl.set(handle, TAKER, take);
  curl.set(handle, TAKER_CONTEXT, &taker);
  int code = curl.perform(handle);
  curl.info(handle, STATUS, &answer->status);
  curl.info(handle, RETRY_AFTER, &answer->retry_after);
  curl.end(handle);
  curl.forget(head);
  if (code != 0 && room[0] == 0) strncpy(room, curl.words(code), 255);
  return code;
}

// Discards the response body; aborts the transfer if it is too long.
static size_t drop(char *bytes, size_t one, size_t count, void *context) {
  (void)bytes;
  size_t *room = context;
  count *= one;
  if (count > *room) return 0;
  *room -= count;
  return count;
}

// curl_sockaddr of curl.h.
struct place {
  int family, type, protocol;
  unsigned int count;
  struct sockaddr address;
};

// Checks the address that is about to be connected, whatever the name resolved to before.
static int open_socket(void *context, int purpose, struct place *place) {
  (void)purpose;
  const struct cairn_curl_post *post = context;
  if (!post->permits(&place->address, place->count)) return -1;
  return socket(place->family, place->type | SOCK_CLOEXEC, place->protocol);
}

int cairn_curl_post(const struct cairn_curl_post *post, const int *stop, long *status) {
  *status = 0;
  void *handle = curl.begin(), *head = NULL;
  if (handle == NULL) return -1;
  for (size_t line = 0; line < post->line_count; line++) head = curl.append(head, post->lines[line]);
  size_t left = 65536;
  curl.set(handle, ADDRESS, post->address);
  curl.set(handle, HEAD, head);
  curl.set(handle, AGENT, post->agent);
  curl.set(handle, POST, 1L);
  curl.set(handle, BODY, post->body);
  curl.set(handle, BODY_COUNT, (long)post->body_count);
  curl.set(handle, PROTOCOLS, (long)(post->only_https ? HTTPS : HTTP_AND_HTTPS));
  curl.set(handle, PROXY, "");
  curl.set(handle, NO_SIGNALS, 1L);
  curl.set(handle, CONNECT_SECONDS, post->seconds);
  curl.set(handle, WHOLE_SECONDS, post->seconds);
  curl.set(handle, SOCKET, open_socket);
  curl.set(handle, SOCKET_CONTEXT, (void *)post);
  curl.set(handle, NO_PROGRESS, 0L);
  curl.set(handle, PROGRESS, go_on);
  curl.set(handle, PROGRESS_CONTEXT, (void *)stop);
  curl.set(handle, TAKER, drop);
  curl.set(handle, TAKER_CONTEXT, &left);
  int code = curl.perform(handle);
  curl.info(handle, STATUS, status);
  curl.end(handle);
  curl.forget(head);
  return code;
}
