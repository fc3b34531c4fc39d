/// The hash function SHA-256 (FIPS 180-4).
public enum SHA256 {
  /// Returns the 32-byte digest of a message.
  public static func digest(_ message: [UInt8]) -> [UInt8] {
    var state = initial
    var words = [UInt32](repeating: 0, count: 64)
    let whole = message.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) {
      absorb(message, at: start, &words, into: &state)
    }
    let rest = ending(message[whole...], length: message.count)
    for start in stride(from: 0, to: rest.count, by: 64) {
      absorb(rest, at: start, &words, into: &state)
    }
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for word in state { append(word, to: &digest) }
    return digest
  }

  /// Returns the digest of a message as 64 lower-case hexadecimal digits.
  public static func hex(_ message: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for byte in digest(message) {
      digits.append(hexDigit(byte >> 4))
      digits.append(hexDigit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Section 5.1.1: appends a one bit, zeros, and the length in bits as 64 bits, to fill whole blocks.
  private static func ending(_ rest: ArraySlice<UInt8>, length: Int) -> [UInt8] {
    var ending: [UInt8] = []
    ending.reserveCapacity(128)
    ending.append(contentsOf: rest)
    ending.append(0x80)
    while ending.count % 64 != 56 { ending.append(0) }
    let bits = UInt64(length) * 8
    append(UInt32(truncatingIfNeeded: bits >> 32), to: &ending)
    append(UInt32(truncatingIfNeeded: bits), to: &ending)
    return ending
  }

  /// Appends a word in big-endian byte order.
  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: word >> 24))
    bytes.append(UInt8(truncatingIfNeeded: word >> 16))
    bytes.append(UInt8(truncatingIfNeeded: word >> 8))
    bytes.append(UInt8(truncatingIfNeeded: word))
  }

  /// Section 6.2.2: updates the eight words of the state with the block of 64 bytes at `start`.
  private static func absorb(
    _ bytes: [UInt8],
    at start: Int,
    _ words: inout [UInt32],
    into state: inout [UInt32]
  ) {
    expand(bytes, at: start, into: &words)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let choice: UInt32 = (e & f) ^ (~e & g)
      let majority: UInt32 = (a & b) ^ (a & c) ^ (b & c)
      let first: UInt32 =
        h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ constants[round]
        &+ words[round]
      let second: UInt32 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// Section 6.2.2, step 1: expands 16 words of the block to 64.
  private static func expand(_ bytes: [UInt8], at start: Int, into words: inout [UInt32]) {
    for index in 0..<16 {
      let offset = start + index * 4
      words[index] =
        UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
        | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
    }
    for index in 16..<64 {
      let (near, far) = (words[index - 2], words[index - 15])
      let small: UInt32 = turn(far, 7) ^ turn(far, 18) ^ (far >> 3)
      let large: UInt32 = turn(near, 17) ^ turn(near, 19) ^ (near >> 10)
      words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
    }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// Section 5.3.3: fractions of the square roots of the first 8 primes.
  private static let initial: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C,
    0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// Section 4.2.2: fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
    0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
    0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
