public import Cairn

/// The text of a file whose encoding nobody wrote down.
public struct ImportedText: Sendable, Equatable {
  /// The text as UTF-8 without a byte order mark and without the character 0.
  public let bytes: [UInt8]
  /// The encoding the file was in.
  public let encoding: Encoding

  /// The encodings that are told apart.
  public enum Encoding: String, Sendable, Equatable {
    /// With or without a byte order mark.
    case utf8 = "UTF-8"
    /// Low byte first, known by its byte order mark.
    case utf16LittleEndian = "UTF-16LE"
    /// High byte first, known by its byte order mark.
    case utf16BigEndian = "UTF-16BE"
    /// Taken for everything that is no UTF-8 (spec/ecosystem.md, rule 2).
    case windows1252 = "Windows-1252"
  }

  /// Decodes a file: by its byte order mark, else as strict UTF-8, else as Windows-1252.
  ///
  /// Throws `import.encoding` when a byte order mark promises what the bytes do not keep, and
  /// `import.not_text` when the character 0 occurs.
  public init(_ file: [UInt8]) throws(ImportError) {
    encoding = Self.encoding(of: file)
    switch encoding {
    case .utf8: bytes = try Self.utf8(file)
    case .utf16LittleEndian: bytes = try Self.utf16(file, high: 1)
    case .utf16BigEndian: bytes = try Self.utf16(file, high: 0)
    case .windows1252: bytes = file.flatMap(windows1252)
    }
    guard !bytes.contains(0) else {
      throw ImportError(
        "import.not_text",
        "The file holds the character 0, which no text does.",
        hint: "Choose the exported text file, not an archive or a database."
      )
    }
  }

  private static func encoding(of file: [UInt8]) -> Encoding {
    if file.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if file.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    if file.starts(with: mark) || String(validating: file, as: UTF8.self) != nil { return .utf8 }
    return .windows1252
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func utf8(_ file: [UInt8]) throws(ImportError) -> [UInt8] {
    guard file.starts(with: mark) else { return file }
    guard let text = String(validating: file.dropFirst(3), as: UTF8.self) else {
      throw broken(.utf8)
    }
    return Array(text.utf8)
  }

  private static func utf16(_ file: [UInt8], high: Int) throws(ImportError) -> [UInt8] {
    let units = stride(from: 2, to: file.count - 1, by: 2).map { index in
      UInt16(file[index + high]) << 8 | UInt16(file[index + 1 - high])
    }
    guard file.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
      throw broken(high == 0 ? .utf16BigEndian : .utf16LittleEndian)
    }
    return Array(text.utf8)
  }

  private static func broken(_ encoding: Encoding) -> ImportError {
    ImportError(
      "import.encoding",
      "The file begins like \(encoding.rawValue), but not all of it is.",
      hint: "Export the file again, or save it as UTF-8."
    )
  }
}

/// The UTF-8 of one byte of Windows-1252; its five empty places become control characters.
private func windows1252(_ byte: UInt8) -> [UInt8] {
  guard byte >= 0x80 else { return [byte] }
  let value = byte < 0xA0 ? windows1252Specials[Int(byte - 0x80)] : UInt16(byte)
  return Unicode.Scalar(value).map { Array(String($0).utf8) } ?? []
}

private let windows1252Specials: [UInt16] = [
  0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
  0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
  0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
]
