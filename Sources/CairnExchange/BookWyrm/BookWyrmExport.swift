/// The parser of BookWyrm's library export: books with shelves, dates and reviews.
public enum BookWyrmExport {
  /// Parses a file.
  ///
  /// Throws the errors of `CSVReader`, `import.columns` if a required column is missing,
  /// `import.ambiguous_date`, and `import.empty` if the file has no rows.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .books
  ) throws(ImportError) -> ImportedLibrary {
    try format.list(file, limits: limits, number: "remote_id")
  }

  static let format = ListFormat(
    source: "bookwyrm",
    name: "BookWyrm",
    required: ["title", "author_text", "remote_id", "isbn_13"],
    hint: "Choose the CSV file from BookWyrm, Settings, Export book list."
  )
}
