// The Unicode data for the core, in a tenth of the size of the standard library's tables.
//
// `tables.mjs` generates `tables.h` from those tables, so the results are identical.
#include <stddef.h>
#include <stdint.h>

#include "tables.h"

int memcmp(const void *left, const void *right, size_t count);

static uint32_t number(const uint8_t **at) {
  uint32_t all = 0;
  for (int shift = 0;; shift += 7) {
    uint8_t part = *(*at)++;
    all |= (uint32_t)(part & 127) << shift;
    if (part < 128) return all;
  }
}

static uint8_t value(const uint8_t *run, uint32_t scalar) {
  for (;;) {
    uint8_t head = *run++;
    uint32_t count = head & 7 ? head & 7 : number(&run);
    if (scalar < count) return head >> 3;
    scalar -= count;
  }
}

uint8_t _swift_stdlib_getGeneralCategory(uint32_t scalar) { return value(categories, scalar); }

// Only two properties are needed, see `Scripts/wasm.sh`: default-ignorable and
// white space.
uint64_t _swift_stdlib_getBinaryProperties(uint32_t scalar) {
  uint64_t found = value(spaces, scalar);
  return (found & 1) << 13 | (found >> 1) << 45;
}

const uint8_t *const _swift_stdlib_nfd_decompositions = decompositions;

// Advances to the next scalar with a decomposition and sets `at` to its bytes; returns false after the last.
static int step(const uint8_t **at, uint32_t *scalar, int *isComposed) {
  if (*scalar) *at += 1 + **at;
  if (*at == decompositions + sizeof decompositions) return 0;
  uint32_t head = number(at);
  *scalar += head >> 1;
  *isComposed = head & 1;
  return 1;
}

// Returns the scalar with the offset of its bytes above its 18 bits; 0 for a scalar without decomposition.
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t wanted) {
  const uint8_t *at = decompositions;
  uint32_t scalar = 0;
  for (int isComposed; step(&at, &scalar, &isComposed);)
    if (scalar == wanted) return scalar | (uint32_t)(at - decompositions) << 18;
  return 0;
}

static int append(uint8_t *to, uint32_t scalar) {
  int rest = scalar < 0x80 ? 0 : scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
  to[0] = rest ? (uint8_t)(0xff00 >> (rest + 1)) | scalar >> 6 * rest : scalar;
  for (int place = 1; place <= rest; place++)
    to[place] = 0x80 | (scalar >> 6 * (rest - place) & 0x3f);
  return rest + 1;
}

// Returns the scalar that is composed of both.
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t last) {
  uint8_t whole[64];
  const uint8_t *parts = decompositions + (_swift_stdlib_getDecompositionEntry(first) >> 18);
  int size = 0;
  if (parts == decompositions) size = append(whole, first);
  else for (; size < *parts; size++) whole[size] = parts[1 + size];
  size += append(whole + size, last);
  const uint8_t *at = decompositions;
  uint32_t scalar = 0;
  for (int isComposed; step(&at, &scalar, &isComposed);)
    if (isComposed && *at == size && !memcmp(at + 1, whole, size)) return scalar;
  return UINT32_MAX;
}
