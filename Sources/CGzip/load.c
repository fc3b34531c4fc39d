#include "CGzip.h"

#include <dlfcn.h>
#include <string.h>
#include <zlib.h>

#ifdef __APPLE__
#define LIBRARY "libz.1.dylib"
#else
#define LIBRARY "libz.so.1"
#endif

static __typeof__(&deflateInit2_) init;
static __typeof__(&deflate) step;
static __typeof__(&deflateEnd) end;

const char *cairn_gzip_load(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  init = (__typeof__(init))dlsym(library, "deflateInit2_");
  step = (__typeof__(step))dlsym(library, "deflate");
  end = (__typeof__(end))dlsym(library, "deflateEnd");
  return init == NULL || step == NULL || end == NULL ? dlerror() : NULL;
}

size_t cairn_gzip(const void *bytes, size_t count, void *made, size_t room) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  // 15 bits of window, plus 16 for the gzip format (zlib.h).
  if (init(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, sizeof stream) !=
      Z_OK)
    return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = made;
  stream.avail_out = (uInt)room;
  int code = step(&stream, Z_FINISH);
  end(&stream);
  return code == Z_STREAM_END ? stream.total_out : 0;
}
