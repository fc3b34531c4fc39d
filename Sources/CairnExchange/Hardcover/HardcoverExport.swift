public import Cairn

/// The library that Hardcover exports: books with a status, dates, lists and reviews.
public enum HardcoverExport {
  /// Reads a file.
  ///
  /// Throws what `CSVReader` throws, `import.columns` when a needed column is missing,
  /// `import.ambiguous_date` and `import.empty` when no row follows the header.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ImportedLibrary {
    try format.list(file, limits: limits, number: "Hardcover Book ID")
  }

  static let format = ListFormat(
    source: "hardcover",
    name: "Hardcover",
    required: ["Title", "Status", "Hardcover Book ID"],
    hint: "Choose the CSV file that Hardcover offers under Settings, Export."
  )
}
