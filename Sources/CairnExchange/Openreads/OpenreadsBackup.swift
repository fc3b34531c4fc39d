import Cairn

/// The parser of an Openreads `.backup`: a zip archive with an object per book, and covers.
enum OpenreadsBackup {
  /// Parses all books; invalid ones become issues.
  ///
  /// Throws the errors of ``ZipArchive``, `openreads.archive` if the books are missing, and
  /// `import.empty`.
  static func parse(_ file: [UInt8], limits: CSVLimits) throws(ImportError) -> ImportedLibrary {
    let member = try ZipArchive(file).member("books.backup", limit: limits.fileBytes)
    guard let member else { throw noBooks }
    let decoded = try ImportedText(member)
    let text = decoded.bytes
    var (books, issues): ([ImportedBook], [RowIssue]) = ([], [])
    let pieces = pieces(of: text)
    guard pieces.count <= limits.rows else { throw CSVReader.tooMany("books", limits.rows) }
    for (index, piece) in pieces.enumerated() {
      try ImportCancellation.check()
      do throws(JSONError) {
        var reader = JSONReader(text, in: piece.indices)
        var cells = RowCells(openreads: try reader.smallValue(), line: index + 1)
        try reader.finish()
        if let book = cells.openreadsBook() { books.append(book) }
        issues += cells.issues
      } catch {
        issues.append(RowIssue(line: index + 1, "json.invalid", ImportError(error).message))
      }
    }
    let format = OpenreadsExport.format
    guard !books.isEmpty || !issues.isEmpty else { throw format.empty }
    return ImportedLibrary(
      source: format.source,
      name: format.name,
      books: books,
      issues: decoded.issues + issues
    )
  }

  /// Returns the texts between `}@@@@@{`, or `}|||||{` in the oldest backups.
  private static func pieces(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let marks = ["}@@@@@{", "}|||||{"].map { Array($0.utf8) }
    var (pieces, start): ([ArraySlice<UInt8>], Int) = ([], 0)
    for index in text.indices
    where text[index] == UInt8(ascii: "}") && marks.contains(where: text[index...].starts) {
      pieces.append(text[start...index])
      start = index + 6
    }
    if start < text.count { pieces.append(text[start...]) }
    return pieces
  }

  private static let noBooks = ImportError(
    "openreads.archive",
    "The archive is not an Openreads backup: it has no books.backup.",
    hint: "Choose the file from Openreads, Settings, Backup, Create local backup."
  )
}

extension RowCells {
  /// Creates a row with the columns of the CSV format from a book in a backup.
  fileprivate init(openreads book: JSON, line: Int) {
    let same = [
      "title", "subtitle", "author", "pages", "publication_year", "isbn", "olid", "tags",
      "my_review", "notes", "date_added",
    ]
    let cells: [(String, String?)] = same.map { ($0, book[$0]?.cell) }
    let flag = { (key: String) in book[key]?.cell == "1" ? "true" : "false" }
    self.init(
      line: line,
      cells + [
        ("status", Self.status(book["status"])), ("rating", Self.stars(book["rating"])),
        ("favourite", flag("favourite")), ("deleted", flag("deleted")),
        ("book_format", book["book_type"]?.cell), ("readings", Self.readings(book)),
      ],
      raw: book.without(["cover", "blur_hash"])
    )
  }

  private static func status(_ value: JSON?) -> String? {
    let words = ["finished", "in_progress", "planned", "abandoned"]
    guard case .integer(let number)? = value else { return nil }
    return words.indices.contains(Int(clamping: number)) ? words[Int(number)] : "unknown"
  }

  /// Returns the rating; backups store ten times the number of stars.
  private static func stars(_ value: JSON?) -> String? {
    guard case .integer(let tenths)? = value else { return value?.cell }
    return "\(tenths / 10).\((tenths % 10).magnitude)"
  }

  /// Returns the readings; older backups have a single one, in two members.
  private static func readings(_ book: JSON) -> String? {
    if let readings = book["readings"]?.cell { return readings }
    let days = ["start_date", "finish_date"].map { book[$0]?.cell ?? "" }
    return days == ["", ""] ? nil : days.joined(separator: "|")
  }
}
