public import Cairn

/// The decoded text of a file with an unknown encoding.
public struct ImportedText: Sendable, Equatable {
  /// The text as UTF-8 without a byte order mark and without NUL.
  public let bytes: [UInt8]
  /// The encoding of the file.
  public let encoding: Encoding
  /// Replaced characters, and lines in another encoding than the rest.
  public let issues: [RowIssue]

  /// The issues, after one for Windows-1252, because that encoding was only guessed.
  var allIssues: [RowIssue] {
    guard encoding == .windows1252 else { return issues }
    let what = "The file is not UTF-8 and was read as Windows-1252."
    return [RowIssue(line: 1, "import.encoding", what)] + issues
  }

  /// The supported encodings.
  public enum Encoding: String, Sendable, Equatable {
    /// UTF-8, with or without a byte order mark.
    case utf8 = "UTF-8"
    /// Little-endian UTF-16 with a byte order mark.
    case utf16LittleEndian = "UTF-16LE"
    /// Big-endian UTF-16 with a byte order mark.
    case utf16BigEndian = "UTF-16BE"
    /// The fallback for text that is mostly invalid UTF-8 (spec/ecosystem.md, rule 2).
    case windows1252 = "Windows-1252"
  }

  /// Decodes a file by its byte order mark, else as UTF-8, else as Windows-1252.
  ///
  /// The majority of non-ASCII characters decides. In UTF-8, an invalid byte is decoded as
  /// Windows-1252 and a truncated character becomes U+FFFD; in Windows-1252, a line of UTF-8 is decoded
  /// as such. Each of these lines is an issue. Throws `import.encoding` for UTF-16 with an odd number of
  /// bytes, and `import.not_text` if NUL occurs.
  public init(_ file: [UInt8]) throws(ImportError) {
    var decoded = DecodedText()
    if file.starts(with: [0xFF, 0xFE]) {
      encoding = .utf16LittleEndian
      try decoded.appendUTF16(file, high: 1)
    } else if file.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16BigEndian
      try decoded.appendUTF16(file, high: 0)
    } else {
      let isMarked = file.starts(with: [0xEF, 0xBB, 0xBF])
      encoding = decoded.append(isMarked ? file.dropFirst(3) : file[...], isUTF8: isMarked)
    }
    guard !decoded.bytes.contains(0) else { throw Self.notText }
    (bytes, issues) = (decoded.bytes, decoded.issues)
  }

  private static let notText = ImportError(
    "import.not_text",
    "The file contains a zero byte, so it is not text.",
    hint: "Choose the exported text file, not an archive or a database."
  )
}
