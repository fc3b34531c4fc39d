import Cairn

/// The JSON file of LibraryThing: one object with an object for each book, under its number.
enum LibraryThingObjects {
  /// Whether a file begins like one; nothing else has these names.
  static func recognizes(_ file: [UInt8]) -> Bool {
    begins(file) && file.prefix(8_192).firstRange(of: Array("\"books_id\"".utf8)) != nil
  }

  /// Whether a file is an object rather than a table.
  static func begins(_ file: [UInt8]) -> Bool {
    file.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.first == UInt8(ascii: "{")
  }

  /// Reads every book; throws `json.invalid` for a file that is not whole, and `import.empty`.
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
  /// A book of the JSON file under the columns of the table.
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
