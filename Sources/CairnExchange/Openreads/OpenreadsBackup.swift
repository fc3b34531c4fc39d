import Cairn

/// The `.backup` of Openreads: a zip archive with an object for each book and their covers.
enum OpenreadsBackup {
  /// Reads every book; one that is broken is noted, the others are taken.
  ///
  /// Throws what ``ZipArchive`` throws, `openreads.archive` when the books are missing, and
  /// `import.empty`.
  static func parse(_ file: [UInt8], limits: CSVLimits) throws(ImportError) -> ImportedLibrary {
    let member = try ZipArchive(file).member("books.backup", limit: limits.fileBytes)
    guard let member else { throw noBooks }
    let decoded = try ImportedText(member)
    let text = decoded.bytes
    var (books, issues): ([ImportedBook], [RowIssue]) = ([], [])
    let pieces = pieces(of: text)
    guard pieces.count <= limits.rows else { throw CSVReader.tooMany("books", limits.rows) }
    for (place, piece) in pieces.enumerated() {
      do throws(JSONError) {
        var reader = JSONReader(text, in: piece.indices)
        var cells = RowCells(openreads: try reader.smallValue(), line: place + 1)
        try reader.finish()
        if let book = cells.openreadsBook() { books.append(book) }
        issues += cells.issues
      } catch {
        issues.append(RowIssue(line: place + 1, "json.invalid", ImportError(error).message))
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

  /// The texts between `}@@@@@{`, or between `}|||||{` as the first backups have it.
  private static func pieces(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let marks = ["}@@@@@{", "}|||||{"].map { Array($0.utf8) }
    var (pieces, start): ([ArraySlice<UInt8>], Int) = ([], 0)
    for place in text.indices
    where text[place] == UInt8(ascii: "}") && marks.contains(where: text[place...].starts) {
      pieces.append(text[start...place])
      start = place + 6
    }
    if start < text.count { pieces.append(text[start...]) }
    return pieces
  }

  private static let noBooks = ImportError(
    "openreads.archive",
    "The archive is no backup of Openreads: it holds no books.backup.",
    hint: "Choose the file that Openreads makes under Settings, Backup, Create local backup."
  )
}

extension RowCells {
  /// A book of a backup under the columns of the CSV file.
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

  /// Ratings are kept as ten times the stars.
  private static func stars(_ value: JSON?) -> String? {
    guard case .integer(let tenths)? = value else { return value?.cell }
    return "\(tenths / 10).\((tenths % 10).magnitude)"
  }

  /// Backups before several readings have one, in two members.
  private static func readings(_ book: JSON) -> String? {
    if let readings = book["readings"]?.cell { return readings }
    let days = ["start_date", "finish_date"].map { book[$0]?.cell ?? "" }
    return days == ["", ""] ? nil : days.joined(separator: "|")
  }
}
