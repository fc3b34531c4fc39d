import Cairn
import Testing

@Suite struct `Hashing with SHA-256` {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
        + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `matches the examples of FIPS 180`(message: String, digest: String) {
    #expect(SHA256.hex(Array(message.utf8)) == digest)
  }

  @Test(arguments: [
    (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    (55, "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59"),
    (56, "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562"),
    (57, "2fe741af801cc238602ac0ec6a7b0c3a8a87c7fc7d7f02a3fe03d1c12eac4d8f"),
    (63, "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488"),
    (64, "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"),
    (65, "4bfd2c8b6f1eec7a2afeb48b934ee4b2694182027e6d0fc075074f2fabb31781"),
    (119, "da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6"),
    (120, "f52b23db1fbb6ded89ef42a23ce0c8922c45f25c50b568a93bf1c075420bbb7c"),
    (1_000, "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d"),
  ])
  func `pads messages of every length to whole blocks`(length: Int, digest: String) {
    #expect(SHA256.hex((0..<length).map { UInt8($0 % 251) }) == digest)
  }

  @Test func `gives 32 bytes`() {
    #expect(SHA256.digest([]).count == 32)
    #expect(SHA256.digest([]).prefix(3) == [0xE3, 0xB0, 0xC4])
  }
}

@Suite struct `A message authentication code` {
  /// RFC 4231, test cases 1, 2 and 6.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "sDRMYdjbOFNcqK/OrwvxK4gdwgDJgz2nJuk3bC4yz/c="
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM="
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "YOQxWR7gtn8Niiaqy/W3f44LxiE3KMUUBUYEDw7jf1Q="
    ),
  ])
  func `is that of the standard`(key: [UInt8], message: String, code: String) {
    #expect(Base64.text(HMAC.sha256(Array(message.utf8), key: key)) == code)
  }
}

@Suite struct `Bytes in Base64` {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `is that of the standard`(plain: String, text: String) {
    #expect(Base64.text(Array(plain.utf8)) == text)
    #expect(Base64.bytes(text) == Array(plain.utf8))
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9v=", "Zm 9", "====", "Zg==Zg=="])
  func `rejects invalid text`(text: String) {
    #expect(Base64.bytes(text) == nil)
  }
}

@Suite struct `Hashing with MD5` {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `matches the examples of RFC 1321`(message: String, digest: String) {
    #expect(MD5.hex(Array(message.utf8)) == digest)
  }

  @Test(arguments: [
    (1, "93b885adfe0da089cdf634904fd59f71"),
    (55, "6912ee65fff2d9f9ce2508cddf8bcda0"),
    (56, "51fdd1acda72405dfdfa03fcb85896d7"),
    (57, "5320ef4c17ef34a0cf2db763338d25eb"),
    (63, "48a6295221902e8e0938f773a7185e72"),
    (64, "b2d3f56bc197fd985d5965079b5e7148"),
    (65, "8bd7053801c768420faf816fadba971c"),
    (119, "1c772251899a7ff007400b888d6b2042"),
    (120, "b7ba1efc6022e9ed272f00b8831e26e6"),
    (1_000, "a24f1e3ef66950e1327f210e3997ba2c"),
  ])
  func `pads messages of every length to whole blocks`(length: Int, digest: String) {
    #expect(MD5.hex((0..<length).map { UInt8($0 % 251) }) == digest)
  }
}
