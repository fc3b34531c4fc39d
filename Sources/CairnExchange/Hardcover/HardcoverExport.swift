/// The parser of Hardcover's library export: books with status, dates, lists and reviews.
public enum HardcoverExport {
  /// Parses a file.
  ///
  /// Throws the errors of `CSVReader`, `import.columns` if a required column is missing,
  /// `import.ambiguous_date`, and `import.empty` if the file has no rows.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .books
  ) throws(ImportError) -> ImportedLibrary {
    try format.list(file, limits: limits, number: "Hardcover Book ID")
  }

  static let format = ListFormat(
    source: "hardcover",
    name: "Hardcover",
    required: ["Title", "Status", "Hardcover Book ID"],
    hint: "Choose the CSV file from Hardcover, Settings, Export."
  )
}
