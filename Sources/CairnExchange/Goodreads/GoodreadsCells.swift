import Cairn

/// The cells of one row, read as what they mean; a cell that means nothing is left out and noted.
struct GoodreadsCells {
  private(set) var issues: [RowIssue] = []

  private let row: CSVRow

  init(_ row: CSVRow) {
    self.row = row
  }

  /// The book of this row, or nil when it has no title that a book can have.
  mutating func book() -> GoodreadsBook? {
    guard let title = title() else { return nil }
    let isbn = isbn()
    let shelf = text("Exclusive Shelf") ?? ""
    return GoodreadsBook(
      line: row.line,
      bookID: text("Book Id"),
      title: title,
      author: text("Author").map(collapsed),
      contributors: contributors(),
      isbn: isbn.valid,
      invalidISBN: isbn.invalid,
      quarterStars: quarterStars(),
      publisher: text("Publisher"),
      format: text("Binding").flatMap(GoodreadsFormat.init),
      pages: number("Number of Pages", 1...100_000),
      year: number("Year Published", -5_000...2_200),
      originalYear: number("Original Publication Year", -5_000...2_200),
      dateRead: day("Date Read"),
      dateAdded: day("Date Added"),
      shelves: unique(parts("Bookshelves")).filter { $0 != shelf },
      shelf: GoodreadsShelf(name: shelf),
      review: text("My Review").map(plainText),
      isSpoiler: ["true", "yes", "1"].contains(text("Spoiler")?.lowercased()),
      privateNotes: text("Private Notes").map(plainText),
      readCount: number("Read Count", 0...10_000) ?? 0,
      ownedCopies: number("Owned Copies", 0...10_000) ?? 0,
      raw: raw
    )
  }

  private func text(_ column: String) -> String? {
    row[column].map(trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func note(_ code: String, _ message: String) {
    issues.append(RowIssue(line: row.line, code, message))
  }

  private mutating func note(_ code: String, _ column: String, _ value: String, _ rule: String) {
    note(code, "\(column) \"\(value.prefix(40))\" \(rule).")
  }
}

extension GoodreadsCells {
  private mutating func title() -> GoodreadsTitle? {
    let title = GoodreadsTitle(text("Title") ?? "")
    do throws(CairnError) {
      try Work.requireTitle(title.text)
      return title
    } catch {
      note("goodreads.title", "The row is left out: \(error.message)")
      return nil
    }
  }

  private func contributors() -> [String] {
    let author = text("Author").map(collapsed)
    return unique(names(parts("Additional Authors"))).filter { $0 != author }
  }

  /// The texts between commas, without white space around them.
  private func parts(_ column: String) -> [String] {
    (text(column) ?? "").split(separator: ",").map { collapsed(String($0)) }.filter { !$0.isEmpty }
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// Puts `Jr.` and its like back to the name that the comma took them from.
  private func names(_ parts: [String]) -> [String] {
    var names: [String] = []
    for part in parts {
      if let last = names.last, !last.contains(","), Self.suffixes.contains(folded(part)) {
        names[names.count - 1] = last + ", " + part
      } else {
        names.append(part)
      }
    }
    return names
  }

  private static let suffixes: Set = ["jr", "sr", "ii", "iii", "iv", "phd", "md"]

  /// ISBN13 before ISBN; when neither is right, the first one as text.
  private mutating func isbn() -> (valid: ISBN?, invalid: String?) {
    var invalid: String?
    var reason: String?
    for text in [text("ISBN13"), text("ISBN")].compactMap(\.self) {
      do throws(CairnError) {
        return (try ISBN(text), nil)
      } catch {
        invalid = invalid ?? text
        reason = reason ?? error.message
      }
    }
    if let reason { note("goodreads.isbn", reason) }
    return (nil, invalid)
  }

  private mutating func quarterStars() -> Int64? {
    guard let text = text("My Rating") else { return nil }
    if let quarters = quarters(text) { return positive(quarters) }
    note("goodreads.rating", "My Rating", text, "is no rating from 0 to 5 in quarters")
    return nil
  }

  private static let fractions: [Substring: Int64] = ["": 0, "25": 1, "5": 2, "75": 3]

  /// `5`, `5.0` or `4.25` times four.
  private func quarters(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    guard let stars = Int64(parts[0]), (0...5).contains(stars),
      let rest = Self.fractions[fraction], stars * 4 + rest <= 20
    else { return nil }
    return stars * 4 + rest
  }

  private mutating func number(_ column: String, _ range: ClosedRange<Int64>) -> Int64? {
    guard let text = text(column) else { return nil }
    if let value = Int64(text), range.contains(value) { return value }
    note(
      "goodreads.number",
      column,
      text,
      "is no whole number from \(range.lowerBound) to \(range.upperBound)"
    )
    return nil
  }

  private func positive(_ value: Int64?) -> Int64? {
    value.flatMap { $0 > 0 ? $0 : nil }
  }

  /// `2023/01/05`, `2023/1/5` or `2023-01-05`.
  private mutating func day(_ column: String) -> LocalDay? {
    guard let text = text(column) else { return nil }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    let numbers = parts.compactMap { $0.count <= 4 ? Int32($0) : nil }
    if parts.count == 3, numbers.count == 3, numbers[0] >= 1_000,
      let day = LocalDay(year: numbers[0], month: numbers[1], day: numbers[2])
    {
      return day
    }
    note("goodreads.date", column, text, "is no day of the form 2023/01/05")
    return nil
  }

  private var raw: String {
    JSON.object(zip(row.header.names, row.fields).map { JSON.Member($0, .string($1)) })
      .canonicalText
  }
}
