// A preload library that makes fdatasync free, to measure a command without the disk.

int fdatasync(int file) {
  (void)file;
  return 0;
}

int fsync(int file) {
  (void)file;
  return 0;
}
