import CGzip
import Testing

@testable import CairnServer

/// The compression that `cairn serve` passes to the server.
enum TestGzip {
  static let pack: ContentEncoding.Pack = { bytes in
    let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      count = cairn_gzip(bytes, bytes.count, buffer.baseAddress, buffer.count)
    }
    return packed.isEmpty ? nil : packed
  }

  /// Returns the number of bytes after compression.
  static func count(_ bytes: [UInt8]) throws -> Int {
    try #require(cairn_gzip_load() == nil)
    return try #require(pack(bytes)).count
  }
}
