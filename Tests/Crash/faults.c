// An LD_PRELOAD library for tests: records every call that changes files below one folder, and from a chosen
// call on kills the process or makes calls fail.
//
//   FAULTS_FOLDER  the folder; other files are ignored
//   FAULTS_TRACE   the file to which every such call is appended, see `record`
//   FAULTS_AT      the number of the call with the fault, from 1
//   FAULTS_DO      kill: the process dies before the call
//                  full: from this call on, no file grows or is created (ENOSPC)
//                  fail: this call fails once (EIO)
//                  keep: from this call on, removing a file succeeds without removing it
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILES = 1024, PATH = 512 };

static char paths[FILES][PATH];  // open files below the folder, by descriptor
static const char *folder, *deed;
static int trace = -1;
static long at, calls;

#define REAL(type, name, ...) static type (*real_##name)(__VA_ARGS__)
REAL(int, open64, const char *, int, ...);
REAL(int, close, int);
REAL(ssize_t, write, int, const void *, size_t);
REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
REAL(int, ftruncate64, int, off64_t);
REAL(int, fsync, int);
REAL(int, fdatasync, int);
REAL(int, unlink, const char *);
REAL(int, rename, const char *, const char *);
REAL(int, mkdir, const char *, mode_t);

__attribute__((constructor)) static void begin(void) {
#define FIND(name) real_##name = dlsym(RTLD_NEXT, #name)
  FIND(open64), FIND(close), FIND(write), FIND(pwrite64), FIND(ftruncate64), FIND(fsync);
  FIND(fdatasync), FIND(unlink), FIND(rename), FIND(mkdir);
  folder = getenv("FAULTS_FOLDER");
  deed = getenv("FAULTS_DO");
  at = getenv("FAULTS_AT") ? atol(getenv("FAULTS_AT")) : 0;
  const char *file = getenv("FAULTS_TRACE");
  if (file) trace = real_open64(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_watched(const char *path) {
  return folder && path && strncmp(path, folder, strlen(folder)) == 0 && strlen(path) < PATH;
}

static const char *path_of(int file) {
  return file >= 0 && file < FILES && *paths[file] ? paths[file] : NULL;
}

// A call in the trace: letter, four lengths as 64 bits, path, other path, bytes.
static void record(char letter, const char *path, const char *other, const void *bytes,
                   size_t count, uint64_t offset) {
  if (trace < 0) return;
  uint64_t head[5] = {letter, strlen(path), other ? strlen(other) : 0, count, offset};
  struct iovec parts[4] = {{head, sizeof head}, {(void *)path, head[1]}, {(void *)other, head[2]},
                           {(void *)bytes, bytes ? count : 0}};
  if (writev(trace, parts, 4) < 0) abort();
}

// Returns whether fault `word` is due at the next call, or, if it `stays`, was due earlier.
static int is_due(const char *word, int stays) {
  return at && deed && strcmp(deed, word) == 0 && (stays ? calls >= at : calls == at);
}

// Counts a call; returns the error it must fail with, or 0. `grows`: it needs disk space.
static int fault(int grows) {
  calls++;
  if (is_due("kill", 0)) raise(SIGKILL);
  if (is_due("fail", 0)) return EIO;
  return grows && is_due("full", 1) ? ENOSPC : 0;
}

#define FAIL_IF(grows)                \
  do {                                \
    int error = fault(grows);         \
    if (error) return errno = error, -1; \
  } while (0)

static int grows(int file, uint64_t end) {
  struct stat status;
  return fstat(file, &status) != 0 || end > (uint64_t)status.st_size;
}

static int open_watched(const char *path, int flags, mode_t mode) {
  int makes = is_watched(path) && (flags & O_CREAT) && access(path, F_OK) != 0;
  if (makes) FAIL_IF(1);
  int file = real_open64(path, flags, mode);
  if (file < 0 || file >= FILES || !is_watched(path)) return file;
  strcpy(paths[file], path);
  if (makes) record('C', path, NULL, NULL, 0, 0);
  if (flags & O_TRUNC) record('T', path, NULL, NULL, 0, 0);
  return file;
}

#define OPEN(name)                                  \
  int name(const char *path, int flags, ...) {      \
    va_list rest;                                   \
    va_start(rest, flags);                          \
    mode_t mode = flags & O_CREAT ? va_arg(rest, int) : 0; \
    va_end(rest);                                   \
    return open_watched(path, flags, mode);         \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  if (path_of(file)) *paths[file] = 0;
  return real_close(file);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  const char *path = path_of(file);
  if (!path) return real_pwrite64(file, bytes, count, offset);
  FAIL_IF(grows(file, offset + count));
  record('W', path, NULL, bytes, count, offset);
  return real_pwrite64(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
  const char *path = path_of(file);
  if (!path) {
    ssize_t done = real_write(file, bytes, count);
    if (file == 1) record('A', "", NULL, NULL, 0, 0);
    return done;
  }
  off64_t offset = lseek64(file, 0, SEEK_CUR);
  FAIL_IF(grows(file, offset + count));
  record('W', path, NULL, bytes, count, offset);
  return real_write(file, bytes, count);
}

int ftruncate64(int file, off64_t size) {
  const char *path = path_of(file);
  if (!path) return real_ftruncate64(file, size);
  FAIL_IF(grows(file, size));
  record('T', path, NULL, NULL, 0, size);
  return real_ftruncate64(file, size);
}

#define SYNC(name)                            \
  int name(int file) {                        \
    const char *path = path_of(file);         \
    if (!path) return real_##name(file);      \
    FAIL_IF(0);                               \
    int done = real_##name(file);             \
    record('S', path, NULL, NULL, 0, 0);      \
    return done;                              \
  }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
  // Removing a missing file changes nothing.
  if (!is_watched(path) || access(path, F_OK)) return real_unlink(path);
  FAIL_IF(0);
  if (is_due("keep", 1)) return 0;
  record('U', path, NULL, NULL, 0, 0);
  return real_unlink(path);
}

int rename(const char *from, const char *to) {
  if (!is_watched(from)) return real_rename(from, to);
  FAIL_IF(0);
  record('R', from, to, NULL, 0, 0);
  return real_rename(from, to);
}

int mkdir(const char *path, mode_t mode) {
  if (!is_watched(path)) return real_mkdir(path, mode);
  FAIL_IF(1);
  record('D', path, NULL, NULL, 0, 0);
  return real_mkdir(path, mode);
}
