public import Cairn

/// The central directory of an untrusted zip archive (PKWARE APPNOTE 6.3.10).
///
/// Members are read by name and never extracted to files, so their paths are harmless.
public struct ZipArchive: Sendable {
  /// The maximum size of an archive: 64 MiB.
  public static let sizeLimit = 64 << 20
  /// The maximum compression ratio of a member; DEFLATE reaches 1,032 on zeros.
  static let maximumRatio = 100

  private let bytes: [UInt8]
  private var members: [Member] = []

  private struct Member {
    let name: [UInt8]
    let method, flags, packed, size, start: Int
    let checksum: UInt32
  }

  /// Whether a file starts like a zip archive.
  public static func recognizes(_ file: [UInt8]) -> Bool { file.starts(with: [0x50, 0x4B, 3, 4]) }

  /// Returns the name of the first member from the start of an archive, possibly truncated.
  static func firstName(_ beginning: [UInt8]) -> String {
    guard beginning.count > 30 else { return "" }
    let length = Int(beginning[26]) | Int(beginning[27]) << 8
    return String(decoding: beginning.dropFirst(30).prefix(length), as: UTF8.self)
  }

  /// The names of the members.
  var names: [String] { members.map { String(decoding: $0.name, as: UTF8.self) } }

  /// Reads the central directory; throws `zip.damaged`, and `zip.too_large` beyond ``sizeLimit``.
  public init(_ bytes: [UInt8]) throws(ImportError) {
    guard bytes.count <= Self.sizeLimit else { throw Self.tooLarge(Self.sizeLimit) }
    self.bytes = bytes
    guard let end = Self.end(of: bytes) else { throw Self.damaged("its end is missing") }
    let count = try number(end + 10, 2)
    var place = try number(end + 16, 4)
    for _ in 0..<count {
      let (member, length) = try member(at: place)
      members.append(member)
      place += length
    }
  }

  /// Returns the bytes of a member by name; nil if there is none.
  ///
  /// Throws `zip.too_large` above `limit` bytes, `zip.unsupported` for unsupported compression or
  /// encryption, and `zip.damaged`.
  public func member(_ name: String, limit: Int) throws(ImportError) -> [UInt8]? {
    guard let member = members.first(where: { $0.name.elementsEqual(name.utf8) }) else {
      return nil
    }
    guard member.size <= limit else { throw Self.tooLarge(limit) }
    guard member.size <= Self.maximumRatio * member.packed + 1_024 else {
      throw Self.tooLarge(Self.maximumRatio * member.packed)
    }
    let packed = try packed(member)
    let plain =
      switch (member.method, member.flags & 1) {
      case (0, 0): Array(packed)
      case (8, 0): try Inflate.unpack(packed, limit: member.size)
      default: throw Self.unsupportedCompression(name)
      }
    guard plain.count == member.size, crc32(plain) == member.checksum else {
      throw Self.damaged("\(name) has a wrong checksum")
    }
    return plain
  }
}

extension ZipArchive {
  /// Returns the offset of the last end-of-directory signature, before a comment of at most 65,535
  /// bytes.
  private static func end(of bytes: [UInt8]) -> Int? {
    let last = bytes.count - 22
    guard last >= 0 else { return nil }
    return (max(0, last - 0xFFFF)...last).last {
      bytes[$0] == 0x50 && bytes[$0..<$0 + 4].elementsEqual([0x50, 0x4B, 5, 6])
    }
  }

  /// Returns a member from its directory entry, and the length of the entry.
  private func member(at place: Int) throws(ImportError) -> (Member, length: Int) {
    guard try number(place, 4) == 0x0201_4B50 else {
      throw Self.damaged("its directory is invalid")
    }
    let name = try number(place + 28, 2)
    let rest = try number(place + 30, 2) + number(place + 32, 2)
    let member = Member(
      name: Array(try part(place + 46, name)),
      method: try number(place + 10, 2),
      flags: try number(place + 8, 2),
      packed: try number(place + 20, 4),
      size: try number(place + 24, 4),
      start: try number(place + 42, 4),
      checksum: UInt32(try number(place + 16, 4))
    )
    return (member, 46 + name + rest)
  }

  /// Returns the compressed bytes, which follow the local header.
  private func packed(_ member: Member) throws(ImportError) -> ArraySlice<UInt8> {
    guard try number(member.start, 4) == 0x0403_4B50 else {
      throw Self.damaged("a member is at the wrong offset")
    }
    let skipped = try number(member.start + 26, 2) + number(member.start + 28, 2)
    return try part(member.start + 30 + skipped, member.packed)
  }

  private func part(_ start: Int, _ count: Int) throws(ImportError) -> ArraySlice<UInt8> {
    guard start <= bytes.count, count <= bytes.count - start else {
      throw Self.damaged("it ends too early")
    }
    return bytes[start..<start + count]
  }

  /// Returns a little-endian number of `count` bytes.
  private func number(_ start: Int, _ count: Int) throws(ImportError) -> Int {
    try part(start, count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension ZipArchive {
  static func damaged(_ how: String) -> ImportError {
    ImportError(
      "zip.damaged",
      "The archive is damaged: \(how).",
      hint: "Create or copy the backup again. Nothing was imported."
    )
  }

  static func tooLarge(_ limit: Int) -> ImportError {
    ImportError(
      "zip.too_large",
      "The archive or its content is larger than \(limit) bytes.",
      hint: "Check that it is the right file. Nothing was imported."
    )
  }

  private static func unsupportedCompression(_ name: String) -> ImportError {
    ImportError(
      "zip.unsupported",
      "\(name) in the archive is encrypted or uses an unsupported compression.",
      hint: "Unpack it and pack it again without a password. Nothing was imported."
    )
  }
}

/// Returns the CRC-32 checksum of zip archives, with the polynomial of ISO 3309 (RFC 1952, 8).
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(~0) { $0 >> 8 ^ crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { value, _ in
    value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
  }
}
