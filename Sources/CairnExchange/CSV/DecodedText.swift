import Cairn

/// An accumulator of UTF-8 with the issues of invalid input.
struct DecodedText {
  private(set) var bytes: [UInt8] = []
  private(set) var issues: [RowIssue] = []
  private var line = 1

  /// Appends a file as UTF-8, or as Windows-1252 if most non-ASCII characters are invalid as UTF-8.
  mutating func append(_ file: ArraySlice<UInt8>, isUTF8: Bool) -> ImportedText.Encoding {
    if String(validating: file, as: UTF8.self) != nil {
      bytes = Array(file)
      return .utf8
    }
    bytes.reserveCapacity(file.count)
    let lines = file.split(separator: 0x0A, omittingEmptySubsequences: false)
    let counts = lines.map(CharacterCounts.init)
    let isUTF8 = isUTF8 || counts.reduce(0) { $0 + $1.utf8 - $1.others } >= 0
    for (index, count) in zip(lines.indices, counts) {
      if index > 0 { bytes.append(0x0A) }
      line = index + 1
      append(line: lines[index], count, isUTF8)
    }
    return isUTF8 ? .utf8 : .windows1252
  }

  private mutating func append(line: ArraySlice<UInt8>, _ count: CharacterCounts, _ isUTF8: Bool) {
    switch (isUTF8, count.others) {
    case (true, 0): bytes += line
    case (true, _): appendMixed(line)
    // A single pair of bytes can look like UTF-8 by chance.
    case (false, 0) where count.utf8 > 1:
      note("This line is UTF-8, unlike the rest of the file, and was read as UTF-8.")
      bytes += line
    default: for byte in line { append(byte) }
    }
  }

  private mutating func appendMixed(_ line: ArraySlice<UInt8>) {
    var remaining = line
    while !remaining.isEmpty {
      let first = FirstCharacter(remaining)
      switch first {
      case .whole: bytes += remaining.prefix(first.count)
      case .part: replace()
      case .other(let byte):
        note("A byte here is not UTF-8, unlike the rest of the file, and was read as Windows-1252.")
        append(byte)
      }
      remaining = remaining.dropFirst(first.count)
    }
  }

  private mutating func append(_ byte: UInt8) {
    guard let scalar = windows1252(byte) else { return replace() }
    bytes += Array(String(scalar).utf8)
  }

  private mutating func replace() {
    note("An invalid character here was replaced by “\u{FFFD}”.")
    bytes += Array("\u{FFFD}".utf8)
  }

  /// Adds an issue at most once per line.
  private mutating func note(_ message: String) {
    let issue = RowIssue(line: line, "import.encoding", message)
    if issues.last != issue { issues.append(issue) }
  }

  /// Appends UTF-16 after its byte order mark; unpaired surrogates are replaced.
  ///
  /// Throws `import.encoding` for an odd number of bytes.
  mutating func appendUTF16(_ file: [UInt8], high: Int) throws(ImportError) {
    guard file.count % 2 == 0 else { throw Self.halfUnit }
    let units = stride(from: 2, to: file.count - 1, by: 2).map { index in
      UInt16(file[index + high]) << 8 | UInt16(file[index + 1 - high])
    }
    var (decoder, source) = (UTF16(), units.makeIterator())
    while true {
      switch decoder.decode(&source) {
      case .scalarValue(let scalar):
        bytes += Array(String(scalar).utf8)
        if scalar == "\n" { line += 1 }
      case .emptyInput: return
      case .error: replace()
      }
    }
  }

  private static let halfUnit = ImportError(
    "import.encoding",
    "The file is UTF-16 but ends in the middle of a character.",
    hint: "Export the file again, or save it as UTF-8."
  )
}

/// The numbers of non-ASCII UTF-8 characters and of invalid bytes in a line.
private struct CharacterCounts {
  private(set) var utf8 = 0
  private(set) var others = 0

  init(_ line: ArraySlice<UInt8>) {
    guard line.contains(where: { $0 >= 0x80 }) else { return }
    var remaining = line
    while !remaining.isEmpty {
      let first = FirstCharacter(remaining)
      switch first {
      case .whole(let count): if count > 1 { utf8 += 1 }
      default: others += 1
      }
      remaining = remaining.dropFirst(first.count)
    }
  }
}

/// The first character of some bytes, decoded as UTF-8.
private enum FirstCharacter {
  /// A character of this many bytes.
  case whole(Int)
  /// The valid prefix of a truncated character, at least two bytes.
  case part(Int)
  /// An invalid byte.
  case other(UInt8)

  init(_ bytes: ArraySlice<UInt8>) {
    var (parser, source) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
    switch parser.parseScalar(from: &source) {
    case .valid(let scalar): self = .whole(scalar.count)
    case .error(let length) where length > 1: self = .part(length)
    default: self = .other(bytes.first ?? 0)
    }
  }

  /// The length in bytes.
  var count: Int {
    switch self {
    case .whole(let count), .part(let count): count
    case .other: 1
    }
  }
}

/// Returns the character of a Windows-1252 byte; nil for the five undefined bytes.
private func windows1252(_ byte: UInt8) -> Unicode.Scalar? {
  guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
  let value = windows1252Specials[Int(byte - 0x80)]
  return value == 0 ? nil : Unicode.Scalar(value)
}

private let windows1252Specials: [UInt16] = [
  0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
  0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
  0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
]
