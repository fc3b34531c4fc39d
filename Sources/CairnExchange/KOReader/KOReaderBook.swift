import Cairn

/// A book in KOReader's statistics; empty values and `N/A` are nil.
public struct KOReaderBook: Sendable, Equatable {
  /// The id of the book in its file, which its pages refer to.
  public var id: Int64
  /// The title.
  public var title: String?
  /// The authors; the file has one per line.
  public var authors: [String]
  /// The page count in the last layout, as stored: any number except 0, which means unknown.
  public var pages: Int64?
  /// The series, often with ` #` and a number.
  public var series: String?
  /// The language, as the book states it.
  public var language: String?
  /// KOReader's partial MD5 of the file.
  public var md5: String?

  /// Creates a book from the columns of a `book` row.
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
    self.title = nonEmpty(title)
    self.authors = (nonEmpty(authors) ?? "").split(separator: "\n").compactMap {
      nonEmpty(String($0))
    }
    self.pages = pages == 0 ? nil : pages
    self.series = nonEmpty(series)
    self.language = nonEmpty(language)
    self.md5 = nonEmpty(md5)
  }

  /// The identity across files: title, authors and MD5, as in KOReader's own merge.
  var key: Key { Key(title: title, authors: authors, md5: md5) }

  struct Key: Hashable {
    let title: String?
    let authors: [String]
    let md5: String?
  }
}

/// Returns the text; nil if it is empty or KOReader's `N/A`.
private func nonEmpty(_ text: String?) -> String? {
  text.map(trimmed).flatMap { $0.isEmpty || $0 == "N/A" ? nil : $0 }
}
