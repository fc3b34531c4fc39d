#include <stddef.h>
#include <stdint.h>

// libargon2, loaded on first use, so that only commands that check a password load it.

// Loads the library; returns NULL or an error text.
const char *cairn_argon2_load(void);

// The cost of a hash: the passes and the memory in KiB, on one lane.
struct cairn_argon2_cost {
  uint32_t passes;
  uint32_t kibibytes;
};

// Writes the hash of a password in the PHC string format; returns 0 or an error code.
int cairn_argon2_hash(struct cairn_argon2_cost cost, const void *password, size_t password_count,
                      const void *salt, size_t salt_count, char *text, size_t text_count);

// Returns 0 if the text is the hash of the password.
int cairn_argon2_check(const char *text, const void *password, size_t password_count);
