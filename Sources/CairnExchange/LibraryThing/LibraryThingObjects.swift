import Cairn

/// The parser of LibraryThing's JSON export: one object with an object per book id.
enum LibraryThingObjects {
  /// Whether a file starts like this format, whose key names are unique.
  static func recognizes(_ file: [UInt8]) -> Bool {
    begins(file) && file.prefix(8_192).firstRange(of: Array("\"books_id\"".utf8)) != nil
  }

  /// Whether a file is a JSON object rather than a table.
  static func begins(_ file: [UInt8]) -> Bool {
    file.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.first == UInt8(ascii: "{")
  }

  /// Parses all books; throws `json.invalid` for a truncated file, and `import.empty`.
  static func parse(_ file: [UInt8], limits: CSVLimits) throws(ImportError) -> ImportedLibrary {
    guard file.count <= limits.fileBytes else { throw CSVReader.tooLarge(file.count, limits) }
    let decoded = try ImportedText(file)
    let text = decoded.bytes
    var (books, issues): ([ImportedBook], [RowIssue]) = ([], [])
    var (reader, lines, count) = (JSONReader(text), LineCounter(text), 0)
    do throws(JSONError) {
      try reader.object { number, reader throws(JSONError) in
        count += 1
        guard count <= limits.rows else { return try reader.skipValue() }
        let line = lines.line(at: reader.offset)
        var cells = RowCells(libraryThing: try reader.smallValue(), number, line)
        if let book = cells.libraryThingBook() { books.append(book) }
        issues += cells.issues
      }
      try reader.finish()
    } catch {
      throw ImportError(error)
    }
    guard count <= limits.rows else { throw CSVReader.tooMany("books", limits.rows) }
    let format = LibraryThingExport.format
    guard !books.isEmpty || !issues.isEmpty else { throw format.empty }
    return ImportedLibrary(
      source: format.source,
      name: format.name,
      books: books,
      issues: decoded.issues + issues
    )
  }
}

extension RowCells {
  /// Creates a row with the columns of the tab-separated format from a JSON book.
  fileprivate init(libraryThing book: JSON, _ number: String, _ line: Int) {
    let text = { (key: String) in book[key]?.cell }
    let list = { (key: String) in
      (book[key]?.values ?? []).compactMap(\.cell).joined(separator: ", ")
    }
    var others = book["authors"]?.values ?? []
    if others.first?["lf"]?.cell == text("primaryauthor") { others = Array(others.dropFirst()) }
    let cells: [(String, String?)] = [
      ("Book Id", text("books_id") ?? number), ("Title", text("title")),
      ("Primary Author", text("primaryauthor")),
      ("Secondary Author", others.map { $0["lf"]?.cell ?? "" }.joined(separator: "|")),
      ("Secondary Author Roles", others.map { $0["role"]?.cell ?? "" }.joined(separator: "|")),
      ("Publication", text("publication")), ("Date", text("date")), ("Review", text("review")),
      ("Rating", text("rating")), ("Comment", text("comment")),
      ("Private Comment", text("privatecomment")),
      ("Media", book["format"]?.values.first?["text"]?.cell),
      ("Page Count", text("pages")), ("Date Started", text("datestarted")),
      ("Date Read", text("dateread")), ("Tags", list("tags")), ("Collections", list("collections")),
      ("ISBN", text("originalisbn")), ("ISBNs", list("isbn")), ("Entry Date", text("entrydate")),
    ]
    self.init(line: line, cells, raw: book)
  }
}
