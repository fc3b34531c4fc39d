#include <stddef.h>

// zlib, loaded when a server starts: no other command loads it.

// Loads the library; returns NULL or an error text.
const char *cairn_gzip_load(void);

// Compresses bytes to a gzip member (RFC 1952); returns its size, or 0 if `room` is too small.
size_t cairn_gzip(const void *bytes, size_t count, void *made, size_t room);
