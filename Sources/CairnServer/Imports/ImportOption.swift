package import Cairn
package import CairnExchange

/// Something that a person can say about a file which it does not say itself.
package struct ImportOption: Sendable {
  /// What it is called on the command line, and in the query of a request.
  package let name: String
  /// The formats of which it means something.
  let formats: [FileFormat]
  /// What a file is of which nothing else tells it.
  let implied: FileFormat?

  /// All of them, those first that tell most of what a file is.
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

  /// What a file is that begins like this, when these options were said of it.
  ///
  /// Throws what recognising a file throws.
  package static func format(
    _ said: Set<String>,
    of beginning: [UInt8]
  ) throws(ImportError) -> FileFormat {
    if FileFormat.isDatabase(beginning) { return .database }
    let implied = all.lazy.filter { said.contains($0.name) }.compactMap(\.implied).first
    if let implied { return implied }
    return try FileFormat(sniffing: beginning)
  }

  /// Refuses options that mean nothing for a format; throws `usage.format`, with the option as it
  /// is `written`.
  package static func require(
    _ said: Set<String>,
    _ format: FileFormat,
    written: (String) -> String = { "“\($0)”" }
  ) throws(CairnError) {
    for option in all where said.contains(option.name) && !option.formats.contains(format) {
      let names = option.formats.filter { $0 != .database }.map(\.name)
      let all = names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "")
      throw CairnError(
        "usage.format",
        "\(written(option.name)) means nothing for a \(format.name) file, only for "
          + "\(all)\(names.last ?? "").",
        hint: "Leave it out, or check the format."
      )
    }
  }
}

extension ImportOptions {
  /// The names of the options that were said.
  package var said: Set<String> {
    let all = [
      ("map", !columns.isEmpty), ("only", !only.isEmpty), ("dates", dates != nil),
      ("wishlist", isWishing), ("titles", !titles.all.isEmpty), ("person", person != nil),
    ]
    return Set(all.filter(\.1).map(\.0))
  }

  /// Which rows of a database are meant; throws `usage.map` for a column that none has.
  func choice() throws(CairnError) -> RowChoice {
    var choice = RowChoice(person: person)
    for (column, word) in only {
      guard folded(column) == "library", choice.library == nil else {
        throw CairnError(
          "usage.map",
          "Of a database one library can be chosen and nothing else, not “\(column)=\(word)”.",
          hint: "Say library=Audiobooks, once."
        )
      }
      choice.library = word
    }
    return choice
  }
}
