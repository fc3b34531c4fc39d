/// The message authentication code HMAC of RFC 2104.
public enum HMAC {
  /// The 32 bytes that only someone with the key can make of a message, with SHA-256.
  public static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > 64 ? SHA256.digest(key) : key
    while block.count < 64 { block.append(0) }
    let inner = SHA256.digest(block.map { $0 ^ 0x36 } + message)
    return SHA256.digest(block.map { $0 ^ 0x5C } + inner)
  }
}
