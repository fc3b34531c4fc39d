import Cairn
import CairnExchange
import CairnTransfer

/// Import options that describe what the file itself does not contain.
struct ImportChoices: Sendable {
  private let columns: [(field: String, column: String)]
  private let only: [(field: String, column: String)]
  private let dates: DateOrder?
  private let titlesPath: String?
  private let person: String?
  private let keyPath: String?
  private let importsToWishlist: Bool

  static let options: [Option] = [
    .value(
      "map",
      "FIELD=COLUMN",
      "The column of a CSV file for a field: title=Buch.",
      isRepeatable: true
    ),
    .value(
      "only",
      "COLUMN=WORD",
      "For sessions: only rows of books, such as Project=Reading; for tautulli: library=NAME.",
      isRepeatable: true
    ),
    .value(
      "dates",
      "ORDER",
      "The order of dates such as 1/2/2026 in a CSV file: dmy or mdy.",
      completion: .values(DateOrder.all.map(\.name))
    ),
    .value(
      "titles",
      "FILE",
      "For kindle: a CSV file with columns ASIN and Title.",
      completion: .files
    ),
    .flag("wishlist", "For lists of books: import to-read as the wishlist."),
    .value("person", "NAME", "For audiobookshelf and tautulli: your user name there."),
    .value(
      "token-file",
      "FILE",
      "For audiobookshelf: a file with the API key (or set CAIRN_AUDIOBOOKSHELF_TOKEN).",
      completion: .files
    ),
  ]

  /// Reads the options; throws `usage.map` or `usage.value`.
  init(_ invocation: Invocation) throws(CairnError) {
    let order = try invocation.choice("dates", of: DateOrder.all.map(\.name))
    dates = DateOrder.all.first { $0.name == order }
    var (columns, only): ([(field: String, column: String)], [(field: String, column: String)])
    (columns, only) = ([], [])
    for pair in invocation.values("map") { columns.append(try Self.column(pair)) }
    for pair in invocation.values("only") { only.append(try Self.column(pair)) }
    (self.columns, self.only) = (columns, only)
    titlesPath = invocation.value("titles")
    importsToWishlist = invocation.flag("wishlist")
    (person, keyPath) = (invocation.value("person"), invocation.value("token-file"))
  }

  /// The options for the importer; the getter reads the title file and throws its errors.
  var options: ImportOptions {
    get throws {
      var options = ImportOptions()
      (options.columns, options.dates, options.person) = (columns, dates, person)
      options.importsToWishlist = importsToWishlist
      options.only = only.map { (column: $0.field, word: $0.column) }
      guard let titlesPath else { return options }
      let file = try ImportFile(titlesPath) { _ in CSVLimits.standard.fileBytes }
      defer { file.remove() }
      options.titles = try KindleTitles(file.bytes())
      return options
    }
  }

  /// Returns the API key of a server from a file or a variable.
  ///
  /// It is not an argument, which the shell history and other users of the machine could see.
  /// Throws `usage.token` without a key, and the errors of reading the file.
  func key(_ variable: (String) -> String?) throws -> String {
    let text: String?
    if let keyPath {
      let file = try ImportFile(keyPath) { _ in 10_000 }
      defer { file.remove() }
      text = String(decoding: try file.bytes(), as: UTF8.self)
    } else {
      text = variable("CAIRN_AUDIOBOOKSHELF_TOKEN")
    }
    let key = text?.split { $0.isWhitespace }.first.map(String.init) ?? ""
    guard !key.isEmpty, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw Self.noKey }
    return key
  }

  private static let noKey = CairnError(
    "usage.token",
    "Audiobookshelf needs an API key, and none is given.",
    hint: "Put it in a file and add --token-file FILE, or set CAIRN_AUDIOBOOKSHELF_TOKEN."
  )

  private static func column(_ pair: String) throws(CairnError) -> (field: String, column: String) {
    let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
    guard sides.count == 2 else {
      throw CairnError(
        "usage.map",
        "“\(pair)” is not a pair FIELD=COLUMN.",
        hint: "Write --map title=\"Book name\"."
      )
    }
    return (sides[0], sides[1])
  }

  /// The names of the given options.
  private var specified: Set<String> {
    let all = [
      ("map", !columns.isEmpty), ("only", !only.isEmpty), ("dates", dates != nil),
      ("wishlist", importsToWishlist), ("titles", titlesPath != nil), ("person", person != nil),
      ("token-file", keyPath != nil),
    ]
    return Set(all.filter(\.1).map(\.0))
  }

  /// Returns the file format, detected unless given; throws `usage.format` for options it does not support.
  func format(_ named: FileFormat?, of beginning: [UInt8]) throws(CairnError) -> FileFormat {
    let format = if let named { named } else { try ImportOption.format(specified, of: beginning) }
    try ImportOption.require(specified, format) { "--\($0)" }
    return format
  }
}

extension CommandContext {
  /// Shows the columns that a dry run would import; otherwise the columns that were ignored.
  func show(_ mapping: ColumnMapping, isDry: Bool) {
    if isDry { output.info("Imported columns: \(mapping.text.visible).") }
    if !mapping.unused.isEmpty {
      output.info("Ignored columns: \(mapping.unused.joined(separator: ", ").visible).")
    }
  }
}
