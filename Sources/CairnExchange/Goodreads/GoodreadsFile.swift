public import Cairn

/// A writer of the Goodreads export format, which many apps import.
public enum GoodreadsFile {
  /// Writes the books with the 24 columns that Goodreads has used since 2022.
  ///
  /// `GoodreadsExport` reads the same library back, within the limits of the format: one author,
  /// the last end date and the number of readings.
  public static func write(_ books: [ShelvedBook]) -> [UInt8] {
    var writer = CSVWriter()
    writer.row(columns)
    for row in books.map(cells).sorted(by: isOrdered) { writer.row(row) }
    return writer.bytes
  }

  /// Returns the rows of such a file as the importer stores them, to skip unchanged rows on import.
  public static func rows(_ books: [ShelvedBook]) throws(ImportError) -> Set<String> {
    guard !books.isEmpty else { return [] }
    return Set(try GoodreadsExport.parse(write(books)).books.map(\.raw))
  }

  private static func cells(_ book: ShelvedBook) -> [String] {
    let cells = book.goodreadsCells
    return columns.map { cells[$0] ?? "" }
  }

  /// Orders by title, then by all other cells, so that the order does not depend on ids.
  private static func isOrdered(_ left: [String], _ right: [String]) -> Bool {
    let (mine, theirs) = (folded(left[1]), folded(right[1]))
    return mine == theirs ? left.lexicographicallyPrecedes(right) : mine < theirs
  }

  private static let columns = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
    "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
    "Original Publication Year", "Date Read", "Date Added", "Bookshelves",
    "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
  ]
}

extension ShelvedBook {
  fileprivate var goodreadsCells: [String: String] {
    let (entry, edition) = (book.entry, book.edition)
    var cells: [String: String] = [
      "Book Id": entry.source == GoodreadsExport.format.source ? entry.sourceID ?? "" : "",
      "Title": title, "Author": authors.first ?? "", "Author l-f": lastFirst,
      "Additional Authors": (authors.dropFirst() + contributors).joined(separator: ", "),
      "ISBN": edition?.unverifiedISBN ?? "", "ISBN13": edition?.isbn ?? "",
      "My Rating": stars(entry.rating) ?? "0", "Publisher": edition?.publisher ?? "",
      "Binding": edition?.format ?? "", "Date Read": dateRead, "Exclusive Shelf": shelf,
      "Bookshelves": shelves, "My Review": entry.review.map(html) ?? "",
      "Private Notes": entry.notes.map(html) ?? "", "Read Count": String(readCount),
      "Owned Copies": entry.status == .toRead ? "1" : "0",
    ]
    cells["Date Added"] = entry.added.map(slashed)
    cells["Number of Pages"] = edition?.pages.map { String($0) }
    cells["Year Published"] = edition?.year.map { String($0) }
    cells["Original Publication Year"] = book.work.firstYear.map { String($0) }
    return cells
  }

  /// `Dune (Dune Chronicles, #1)`; a series without a number is omitted.
  private var title: String {
    guard let series = book.work.series, let number = book.work.seriesNumber else {
      return book.work.title
    }
    return "\(book.work.title) (\(series), #\(number))"
  }

  private var lastFirst: String {
    guard let name = authors.first, let space = name.lastIndex(of: " ") else {
      return authors.first ?? ""
    }
    return "\(name[name.index(after: space)...]), \(name[..<space])"
  }

  private var shelf: String {
    switch book.entry.status {
    case .read: "read"
    case .reading: "currently-reading"
    case .didNotFinish: "did-not-finish"
    case .paused: "paused"
    default: "to-read"
    }
  }

  private var shelves: String {
    let tags = book.entry.tags.filter { !book.entry.shelves.contains($0) }
    let wishlistShelf = book.entry.status == .wishlist ? ["wishlist"] : []
    let own = (book.entry.shelves + tags + wishlistShelf).filter { $0 != shelf }
    return (own + (shelf == "read" ? [] : [shelf])).joined(separator: ", ")
  }
}

extension ShelvedBook {
  private var finished: [ReadThrough] { book.readThroughs.filter { $0.outcome == .finished } }

  /// The last end date known to the day; Goodreads has no partial dates.
  ///
  /// Empty for an abandoned book, because Goodreads would count the date as a finish.
  private var dateRead: String {
    guard book.entry.status != .didNotFinish else { return "" }
    return finished.compactMap(\.finished).max()?.day.map(slashed) ?? ""
  }

  /// The number of readings; Goodreads counts an open or abandoned one, and one for every read book.
  private var readCount: Int {
    let isLatest: Set<ReadingStatus> = [.reading, .paused, .didNotFinish]
    let count = finished.count + (isLatest.contains(book.entry.status) ? 1 : 0)
    return max(count, book.entry.status == .read ? 1 : 0)
  }
}

private func slashed(_ day: LocalDay) -> String {
  String(day.text.map { $0 == "-" ? "/" : $0 })
}

/// Returns quarter stars as `4`, `4.5` or `4.25`; nil for nil.
public func stars(_ quarters: Int64?) -> String? {
  quarters.map { "\($0 / 4)" + ["", ".25", ".5", ".75"][Int($0 % 4)] }
}

/// Returns the text with HTML's special characters escaped.
private func html(_ text: String) -> String {
  text.reduce(into: "") { result, character in
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    default: result.append(character)
    }
  }
}
