#include <stddef.h>
#include <stdint.h>

// libargon2, looked for when it is first needed: only a command that checks a password loads it.

// Finds the library; NULL when it is there, else what the system says.
const char *cairn_argon2_load(void);

// What a hash costs: passes over so many KiB, on one lane.
struct cairn_argon2_cost {
  uint32_t passes;
  uint32_t kibibytes;
};

// Writes the hash of a password as a text in the PHC format, or gives a code that is not 0.
int cairn_argon2_hash(struct cairn_argon2_cost cost, const void *password, size_t password_count,
                      const void *salt, size_t salt_count, char *text, size_t text_count);

// 0 when the text is the hash of the password.
int cairn_argon2_check(const char *text, const void *password, size_t password_count);
