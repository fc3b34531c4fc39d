import CGzip

/// The library that packs what a server sends.
enum Gzip {
  /// What packs bytes; nil where the library is not on this machine.
  static func packer() -> (@Sendable ([UInt8]) -> [UInt8]?)? {
    guard cairn_gzip_load() == nil else { return nil }
    return { bytes in
      // What would not become smaller stays as it is.
      let made = [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
        count = cairn_gzip(bytes, bytes.count, room.baseAddress, room.count)
      }
      return made.isEmpty ? nil : made
    }
  }
}
