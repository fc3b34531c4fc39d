import CGzip

/// Gzip compression of responses.
enum Gzip {
  /// Returns a compressor; nil if the library is not installed.
  static func compressor() -> (@Sendable ([UInt8]) -> [UInt8]?)? {
    guard cairn_gzip_load() == nil else { return nil }
    return { bytes in
      // Return nil if compression would not make the data smaller.
      let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
        count = cairn_gzip(bytes, bytes.count, buffer.baseAddress, buffer.count)
      }
      return compressed.isEmpty ? nil : compressed
    }
  }
}
