/// A tokenizer that splits UTF-8 text into records of fields (RFC 4180).
///
/// Lines end with LF or CRLF, or with CR if the first line does. After an invalid record, scanning
/// resumes at its second line, so an unclosed quote costs one row and not the rest of the file. This
/// stays linear: every line inside an open record has an even number of quotes, so rescanning it
/// gives a record of one line.
struct CSVScanner: Sendable {
  private let bytes: [UInt8]
  private let separator: UInt8
  private let limits: CSVLimits
  /// Whether quotes inside a field are literal, because tab-separated text is seldom quoted.
  private var isLenient: Bool { separator == 0x09 }
  private var offset = 0
  /// The line on which the next record starts, from 1.
  private(set) var line = 1

  /// Starts after a line `sep=;`, which takes precedence over `separator`.
  init(_ bytes: [UInt8], separator: UInt8, limits: CSVLimits) {
    let named = NamedSeparator(bytes)
    self.bytes = CSVBreaks.unified(bytes, from: named?.length ?? 0)
    self.separator = named?.separator ?? separator
    self.limits = limits
    if let named { (offset, line) = (named.length, 2) }
  }

  /// Returns the next record after blank lines, or its issue; nil at the end.
  mutating func record() -> Result<(line: Int, fields: [String]), RowIssue>? {
    skipBlankLines()
    guard offset < bytes.count else { return nil }
    let start = offset
    defer { line += bytes[start..<offset].count { $0 == 0x0A } }
    do throws(RowIssue) {
      return .success((line, try fields()))
    } catch {
      offset = lineEnd(from: start)
      return .failure(error)
    }
  }

  private mutating func skipBlankLines() {
    while offset < bytes.count, isBlank(bytes[offset]) {
      let end = lineEnd(from: offset)
      guard bytes[offset..<end].allSatisfy(isBlank) else { return }
      offset = end
      line += 1
    }
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0D || byte == 0x0A }

  /// Returns the offset after the next line break at or after `start`.
  private func lineEnd(from start: Int) -> Int {
    bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  private mutating func fields() throws(RowIssue) -> [String] {
    var fields: [String] = []
    repeat {
      guard fields.count < limits.columns else {
        throw issue("csv.columns", "The row has more than \(limits.columns) columns.")
      }
      fields.append(try field())
    } while consumeSeparator()
    return fields
  }

  private mutating func consumeSeparator() -> Bool {
    let isSeparator = offset < bytes.count && bytes[offset] == separator
    if isSeparator { offset += 1 } else { consumeLineBreak() }
    return isSeparator
  }

  private mutating func consumeLineBreak() {
    if offset < bytes.count, bytes[offset] == 0x0D { offset += 1 }
    if offset < bytes.count { offset += 1 }
  }

  private func issue(_ code: String, _ message: String) -> RowIssue {
    RowIssue(line: line, code, message)
  }
}

extension CSVScanner {
  private mutating func field() throws(RowIssue) -> String {
    if isLenient { return unescaped(try lenient()) }
    switch (byte(0), byte(1)) {
    case (UInt8(ascii: "\""), _): return unescaped(try quoted())
    case (UInt8(ascii: "="), UInt8(ascii: "\"")):
      offset += 1
      return try quoted()
    default: return unescaped(try plain())
    }
  }

  /// Reads a field in quotes, or a literal field if the quotes do not close at its end.
  private mutating func lenient() throws(RowIssue) -> String {
    let start = offset
    if byte(0) == UInt8(ascii: "\""), let text = try? quoted() { return text }
    offset = start
    return try plain()
  }

  private func byte(_ distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  private mutating func plain() throws(RowIssue) -> String {
    let start = offset
    while offset < bytes.count, !isAtFieldEnd {
      guard isLenient || bytes[offset] != UInt8(ascii: "\"") else { throw strayQuote }
      offset += 1
    }
    guard offset - start <= limits.fieldBytes else { throw tooLong }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Reads a field from its opening to its closing quote.
  private mutating func quoted() throws(RowIssue) -> String {
    offset += 1
    let limit = min(bytes.count, offset + limits.fieldBytes + 1)
    var start = offset
    var text: [UInt8] = []
    while offset < limit, let quote = bytes[offset..<limit].firstIndex(of: UInt8(ascii: "\"")) {
      text += bytes[start..<quote]
      offset = quote + 1
      guard byte(0) == UInt8(ascii: "\"") else {
        guard isAtFieldEnd else { throw strayQuote }
        return String(decoding: text, as: UTF8.self)
      }
      start = offset
      offset += 1
    }
    guard limit == bytes.count else { throw tooLong }
    throw issue("csv.unclosed_quote", "A field has an unclosed quote.")
  }

  /// Whether a separator, a line break or the end follows; a lone CR is text.
  private var isAtFieldEnd: Bool {
    switch byte(0) {
    case nil, separator, 0x0A: true
    case 0x0D: byte(1) == nil || byte(1) == 0x0A
    default: false
    }
  }

  private var tooLong: RowIssue {
    issue("csv.field_size", "A field is larger than \(limits.fieldBytes) bytes.")
  }

  private var strayQuote: RowIssue {
    issue("csv.stray_quote", "A field contains a quote that is not doubled.")
  }
}
