public import Cairn

/// The library that BookWyrm exports: books with a shelf, dates and reviews.
public enum BookWyrmExport {
  /// Reads a file.
  ///
  /// Throws what `CSVReader` throws, `import.columns` when a needed column is missing,
  /// `import.ambiguous_date` and `import.empty` when no row follows the header.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ImportedLibrary {
    try format.list(file, limits: limits, number: "remote_id")
  }

  static let format = ListFormat(
    source: "bookwyrm",
    name: "BookWyrm",
    required: ["title", "author_text", "remote_id", "isbn_13"],
    hint: "Choose the CSV file that BookWyrm offers under Settings, Export book list."
  )
}
