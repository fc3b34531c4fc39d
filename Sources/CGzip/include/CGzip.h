#include <stddef.h>

// zlib, looked for when a server starts: no other command loads it.

// Finds the library; NULL when it is there, else what the system says.
const char *cairn_gzip_load(void);

// Writes bytes as a gzip member (RFC 1952); gives how many it takes, or 0 where `room` is too small.
size_t cairn_gzip(const void *bytes, size_t count, void *made, size_t room);
