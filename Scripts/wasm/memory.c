// The C library functions that Embedded Swift requires, for a module without imports.
//
// Allocations come from a bump heap, which `cairn_reset` clears between calls: nothing outlives a
// call except what the caller copied.
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;
static uintptr_t next, end;

static void *take(size_t size, size_t align) {
  if (next == 0) next = (uintptr_t)&__heap_base;
  uintptr_t start = (next + align - 1) & ~(uintptr_t)(align - 1);
  if (start + size < start) __builtin_trap();
  if (start + size > end) {
    end = __builtin_wasm_memory_size(0) * 65536;
    if (start + size > end) {
      size_t pages = (start + size - end + 65535) / 65536 + 16;
      if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
      end = __builtin_wasm_memory_size(0) * 65536;
    }
  }
  next = start + size;
  return (void *)start;
}

void *malloc(size_t size) { return take(size, 16); }
void free(void *pointer) { (void)pointer; }

int posix_memalign(void **pointer, size_t align, size_t size) {
  *pointer = take(size, align < 16 ? 16 : align);
  return 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}
void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// Seeds hash tables with a constant, so that calls are reproducible.
void arc4random_buf(void *to, size_t count) { __builtin_memset(to, 7, count); }

// Multiplies 128-bit integers, which WebAssembly lacks, using 32-bit factors.
__int128 __multi3(__int128 left, __int128 right) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffff);
  uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
  high += a * (uint64_t)((unsigned __int128)right >> 64) + b * (uint64_t)((unsigned __int128)left >> 64);
  uint64_t rest = (other << 32) | (low & 0xffffffff);
  return (__int128)(((unsigned __int128)high << 64) | rest);
}
