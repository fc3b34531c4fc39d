/// A book of KOReader's statistics; what the file gives as `N/A` or leaves empty is nil.
public struct KOReaderBook: Sendable, Equatable {
  /// The number of the book in its file, for its pages to refer to.
  public var id: Int64
  /// The title.
  public var title: String?
  /// The authors; the file has one a line.
  public var authors: [String]
  /// Pages in the layout last used, as the file has it: any number but 0, which says nothing.
  public var pages: Int64?
  /// The series, often with ` #` and a number.
  public var series: String?
  /// The language as the book names it.
  public var language: String?
  /// KOReader's partial MD5 of the file.
  public var md5: String?

  /// Makes a book from the columns of a row of `book`.
  public init(
    id: Int64,
    title: String?,
    authors: String?,
    pages: Int64?,
    series: String?,
    language: String?,
    md5: String?
  ) {
    self.id = id
    self.title = sayingSomething(title)
    self.authors = (sayingSomething(authors) ?? "").split(separator: "\n").compactMap {
      sayingSomething(String($0))
    }
    self.pages = pages == 0 ? nil : pages
    self.series = sayingSomething(series)
    self.language = sayingSomething(language)
    self.md5 = sayingSomething(md5)
  }

  /// What makes two books of two files one: title, authors and MD5, as KOReader's own merge has it.
  var key: Key { Key(title: title, authors: authors, md5: md5) }

  struct Key: Hashable {
    let title: String?
    let authors: [String]
    let md5: String?
  }
}

/// A text that says something: not empty, and not KOReader's `N/A`.
private func sayingSomething(_ text: String?) -> String? {
  text.map(trimmed).flatMap { $0.isEmpty || $0 == "N/A" ? nil : $0 }
}
