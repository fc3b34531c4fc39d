package import Cairn
package import CairnExchange

/// An option of an import, for information that the file itself lacks.
package struct ImportOption: Sendable {
  /// The name on the command line and in the query of a request.
  package let name: String
  /// The formats that it applies to.
  let formats: [FileFormat]
  /// The format that the option implies if nothing else identifies the file.
  let implied: FileFormat?

  /// All options, those that best identify a format first.
  private static let all = [
    ImportOption(name: "titles", formats: [.kindle], implied: .kindle),
    ImportOption(name: "token-file", formats: [.audiobookshelf], implied: .audiobookshelf),
    ImportOption(
      name: "person",
      formats: [.audiobookshelf, .tautulli, .database],
      implied: .audiobookshelf
    ),
    ImportOption(name: "only", formats: [.sessions, .tautulli, .database], implied: .sessions),
    ImportOption(name: "map", formats: [.csv, .sessions], implied: .csv),
    ImportOption(name: "dates", formats: [.csv, .sessions], implied: nil),
    ImportOption(name: "wishlist", formats: FileFormat.ofBooks, implied: nil),
  ]

  /// Returns the format of a file from the given options and its first bytes.
  ///
  /// Throws the errors of format detection.
  package static func format(
    _ specified: Set<String>,
    of beginning: [UInt8]
  ) throws(ImportError) -> FileFormat {
    if FileFormat.isDatabase(beginning) { return .database }
    let implied = all.lazy.filter { specified.contains($0.name) }.compactMap(\.implied).first
    if let implied { return implied }
    return try FileFormat(sniffing: beginning)
  }

  /// Throws `usage.format` for an option that does not apply to a format.
  ///
  /// `written` formats the option for the message.
  package static func require(
    _ specified: Set<String>,
    _ format: FileFormat,
    written: (String) -> String = { "“\($0)”" }
  ) throws(CairnError) {
    for option in all where specified.contains(option.name) && !option.formats.contains(format) {
      let names = option.formats.filter { $0 != .database }.map(\.name)
      let all = names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "")
      throw CairnError(
        "usage.format",
        "\(written(option.name)) does not apply to a \(format.name) file, only to "
          + "\(all)\(names.last ?? "").",
        hint: "Leave it out, or change the format."
      )
    }
  }
}

extension ImportOptions {
  /// The names of the options that are set.
  package var specified: Set<String> {
    let all = [
      ("map", !columns.isEmpty), ("only", !only.isEmpty), ("dates", dates != nil),
      ("wishlist", importsToWishlist), ("titles", !titles.all.isEmpty), ("person", person != nil),
    ]
    return Set(all.filter(\.1).map(\.0))
  }

  /// Returns the selection of database rows; throws `usage.map` for a column other than `library`.
  package func choice() throws(CairnError) -> RowChoice {
    var choice = RowChoice(person: person)
    for (column, word) in only {
      guard folded(column) == "library", choice.library == nil else {
        throw CairnError(
          "usage.map",
          "A database import can select one library, not “\(column)=\(word)”.",
          hint: "Give library=Audiobooks once."
        )
      }
      choice.library = word
    }
    return choice
  }
}
