/// The message authentication code HMAC (RFC 2104).
public enum HMAC {
  /// Returns the HMAC-SHA256 of a message: 32 bytes that only a holder of the key can compute.
  public static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > 64 ? SHA256.digest(key) : key
    while block.count < 64 { block.append(0) }
    let inner = SHA256.digest(block.map { $0 ^ 0x36 } + message)
    return SHA256.digest(block.map { $0 ^ 0x5C } + inner)
  }
}
