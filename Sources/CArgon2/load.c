#include "CArgon2.h"

#include <argon2.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#ifdef __APPLE__
#define LIBRARY "libargon2.1.dylib"
#else
#define LIBRARY "libargon2.so.1"
#endif

static __typeof__(&argon2id_hash_encoded) hash_encoded;
static __typeof__(&argon2id_verify) verify;

static const char *find(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  hash_encoded = (__typeof__(hash_encoded))dlsym(library, "argon2id_hash_encoded");
  verify = (__typeof__(verify))dlsym(library, "argon2id_verify");
  return hash_encoded == NULL || verify == NULL ? dlerror() : NULL;
}

static const char *flaw;

// dlerror returns a buffer of the calling thread, so the text is copied.
static void load(void) {
  const char *why = find();
  flaw = why == NULL ? NULL : strdup(why);
}

const char *cairn_argon2_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return flaw;
}

int cairn_argon2_hash(struct cairn_argon2_cost cost, const void *password, size_t password_count,
                      const void *salt, size_t salt_count, char *text, size_t text_count) {
  return hash_encoded(cost.passes, cost.kibibytes, 1, password, password_count, salt, salt_count,
                      32, text, text_count);
}

int cairn_argon2_check(const char *text, const void *password, size_t password_count) {
  return verify(text, password, password_count);
}
