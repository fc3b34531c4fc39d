public import Cairn

/// The text of a file whose encoding nobody wrote down.
public struct ImportedText: Sendable, Equatable {
  /// The text as UTF-8 without a byte order mark and without the character 0.
  public let bytes: [UInt8]
  /// The encoding the file was in.
  public let encoding: Encoding
  /// What was replaced, or read in another encoding than the rest.
  public let issues: [RowIssue]

  /// The issues, and before them one of a file that is Windows-1252, since nothing in it says so.
  var allIssues: [RowIssue] {
    guard encoding == .windows1252 else { return issues }
    let what = "The file is no UTF-8 and is read as Windows-1252."
    return [RowIssue(line: 1, "import.encoding", what)] + issues
  }

  /// The encodings that are told apart.
  public enum Encoding: String, Sendable, Equatable {
    /// With or without a byte order mark.
    case utf8 = "UTF-8"
    /// Low byte first, known by its byte order mark.
    case utf16LittleEndian = "UTF-16LE"
    /// High byte first, known by its byte order mark.
    case utf16BigEndian = "UTF-16BE"
    /// Taken for what is mostly no UTF-8 (spec/ecosystem.md, rule 2).
    case windows1252 = "Windows-1252"
  }

  /// Decodes a file: by its byte order mark, else as UTF-8, else as Windows-1252.
  ///
  /// What most of the characters beyond ASCII are decides. Among UTF-8 a byte that is none is read as
  /// Windows-1252, and half a character becomes U+FFFD; a line of UTF-8 in a file of Windows-1252 is
  /// read as such. Each such line is an issue. Throws
  /// `import.encoding` for half a unit of UTF-16, and `import.not_text` when the character 0 occurs.
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
    "The file holds the character 0, which no text does.",
    hint: "Choose the exported text file, not an archive or a database."
  )
}
