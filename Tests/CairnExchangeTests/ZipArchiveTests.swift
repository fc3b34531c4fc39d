import Cairn
import CairnExchange
import Testing

/// A compressed archive member, with the method, size and checksum in the directory.
private struct Packed {
  var method = 8
  var flags = 0
  var size: Int
  var checksum: UInt32
  var bytes: [UInt8]

  /// Creates a member from hexadecimal digits.
  init(_ hex: String, size: Int, checksum: UInt32) {
    let digits = hex.compactMap(\.hexDigitValue)
    bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    (self.size, self.checksum) = (size, checksum)
  }

  /// An archive with this as its only member, `a.txt`, and a comment at the end.
  var archive: [UInt8] {
    let name = Array("a.txt".utf8)
    let facts =
      little(20, 2) + little(flags, 2) + little(method, 2) + little(0, 4)
      + little(Int(checksum), 4) + little(bytes.count, 4) + little(size, 4)
      + little(name.count, 2) + little(0, 2)
    let local = little(0x0403_4B50, 4) + facts + name + bytes
    let row = little(0x0201_4B50, 4) + little(20, 2) + facts + little(0, 14) + name
    let end =
      little(0x0605_4B50, 4) + little(0, 4) + little(1, 2) + little(1, 2)
      + little(row.count, 4) + little(local.count, 4) + little(4, 2) + Array("note".utf8)
    return local + row + end
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
  }
}

private let sea = "The sea, the sea, the open sea"
private let squares = (0..<150).map { String($0 * $0) }.joined(separator: " ")

/// The same texts compressed by zlib in each of the three block types.
private let kinds: [(String, Packed)] = [
  (
    sea,
    Packed(
      "011e00e1ff546865207365612c20746865207365612c20746865206f70656e20736561",
      size: 30,
      checksum: 0x8E12_5B8E
    )
  ),
  (
    sea, Packed("0bc94855284e4dd451284166e417a4e6817800", size: 30, checksum: 0x8E12_5B8E)
  ),
  (
    squares,
    Packed(
      """
      2592c901033108035b7109e6588efe1bcbc8f9c4642d6010bec74e9e3d56c7bf1375724fe5193b76ef31e7cce4\
      16c52241e31fe7ec094ff464a3cbe49c3c9feff9ba4ea12bcee67ff37db85f745baa4ba25d2a9851ca54d39ce2\
      16ea926af7a96f09a044d210d9a41820f42b0a13b1df3d1e378fe735c8c8f052d4fa36ba5d74a18ca0bea0210f\
      ea455239d4239a6e31f48d85202f2c29aa0cf83221cd82395bd36a8cef32cf671a38343137e7d3cc5f2b5abed5\
      e5962cc34d32ea23b79a2a35d4ebfbc91c329a9ea73ffa7643d00bcbc8fa71f826b58b827906fad51c2888a0c4\
      4da6dcb96f5732ebfa8bf3cae04281cd88cd9467e6a138e5a3952cb591bbfedf74c873ff64bfb736e1fb96f2f6\
      13f9bd05696bb15a605abdb7a15c2815cf6875e4f11b1861cf13fb4671bdef15d2d4d397acb47e753a55b35ffd\
      5ef59ad797a52b7e3c7bc5b68f73dfe358f13333b3f8d55c7e5b0fc4fe2f24f4444c3eb892792e687f
      """,
      size: 753,
      checksum: 0x58CA_7500
    )
  ),
  ("", Packed("0300", size: 0, checksum: 0)),
]

/// 65,536 zero bytes in 78 bytes.
private let bomb = Packed(
  "edc101010000008090feafee080a" + String(repeating: "0", count: 126) + "6a",
  size: 65_536,
  checksum: 0xD797_8EEB
)

private func text(_ file: [UInt8], limit: Int = 100_000) throws -> String? {
  try ZipArchive(file).member("a.txt", limit: limit).map { String(decoding: $0, as: UTF8.self) }
}

@Suite struct `Unpacking a ZIP archive` {
  @Test(arguments: kinds)
  private func `returns the packed bytes`(plain: String, packed: Packed) throws {
    #expect(try text(packed.archive) == plain)
  }

  @Test func `accepts uncompressed members`() throws {
    var packed = kinds[0].1
    (packed.method, packed.bytes) = (0, Array(sea.utf8))
    #expect(try text(packed.archive) == sea)
  }

  @Test func `returns nil for another name`() throws {
    #expect(try ZipArchive(kinds[0].1.archive).member("b.txt", limit: 10) == nil)
  }

  @Test(arguments: kinds)
  private func `rejects a truncated archive`(_: String, packed: Packed) {
    let archive = packed.archive
    for count in 0..<archive.count - 4 {
      let error = #expect(throws: CairnError.self) { try text(Array(archive.prefix(count))) }
      #expect(error?.code == "zip.damaged")
    }
  }

  @Test(arguments: kinds)
  private func `never accepts a wrong byte`(plain: String, packed: Packed) {
    for place in packed.bytes.indices {
      for bit in 0..<8 {
        var wrong = packed
        wrong.bytes[place] ^= 1 << UInt8(bit)
        if let read = try? text(wrong.archive) { #expect(read == plain) }
      }
    }
  }

  @Test func `stops at the limit, whatever size the archive declares`() throws {
    // The content is more than a hundred times the compressed size.
    let refused = #expect(throws: CairnError.self) { try text(bomb.archive) }
    #expect(refused?.code == "zip.too_large")
    var lying = bomb
    lying.size = 10
    let error = #expect(throws: CairnError.self) { try text(lying.archive) }
    #expect(error?.code == "zip.too_large")
  }

  @Test(arguments: [(9, 0), (8, 1), (99, 1)])
  func `rejects unsupported compression and encryption`(method: Int, flags: Int) {
    var packed = kinds[0].1
    (packed.method, packed.flags) = (method, flags)
    let error = #expect(throws: CairnError.self) { try text(packed.archive) }
    #expect(error?.code == "zip.unsupported")
  }

  @Test func `rejects a wrong checksum`() {
    var packed = kinds[0].1
    packed.checksum += 1
    let error = #expect(throws: CairnError.self) { try text(packed.archive) }
    #expect(error?.code == "zip.damaged")
  }
}
