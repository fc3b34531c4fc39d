import Cairn
import CairnActions
import CairnReports
import CairnStore

/// A book named on the command line by its title or ID.
enum BookReference {
  /// The description in help.
  static let help = "The title or the id."

  /// Finds a book; throws `reading.book_not_found` or `usage.ambiguous`.
  static func find(_ word: String, in log: Log) async throws -> EntryRow {
    if let row = try await findIfAny(word, in: log) { return row }
    let near = try await near(word, in: log)
    throw CairnError(
      "reading.book_not_found",
      "There is no book “\(word)” on your shelf.",
      hint: near.isEmpty
        ? "List books with `cairn shelf`, or add one with `cairn book add`."
        : "Did you mean \(near.listed)? Use the full title or the id."
    )
  }

  /// Finds a book to read, or prepares a new one for a title that matches none.
  ///
  /// A title that is only similar to others throws `reading.book_not_found` unless `isNew`.
  static func findOrNew(
    _ word: String,
    isNew: Bool,
    _ book: NewBook,
    in log: Log
  ) async throws -> BookChoice {
    try Work.requireTitle(word)
    if !isNew, let row = try await findIfAny(word, in: log) { return BookChoice(row.id) }
    let near = isNew ? [] : try await near(word, in: log)
    // Another process may have added it after the first lookup.
    let same = near.filter { folded($0.title) == folded(word) }
    if !same.isEmpty { return BookChoice(try same.only(word).id) }
    guard near.isEmpty else {
      throw CairnError(
        "reading.book_not_found",
        "There is no book with the exact title “\(word)” on your shelf.",
        hint: "Did you mean \(near.listed)? Use the full title or the id, or add --new."
      )
    }
    return BookChoice(book, isNew: isNew)
  }

  /// Returns books with the word in their title or author, or else with a similar title.
  static func near(_ word: String, in log: Log) async throws -> [EntryRow] {
    let named = try await log.books(matching: word)
    return named.isEmpty ? try await log.books().similar(to: word) : named
  }

  /// Finds a book; nil if there is none; throws `usage.ambiguous`.
  static func findIfAny(_ word: String, in log: Log) async throws -> EntryRow? {
    let titled = try await log.books(titled: word)
    if !titled.isEmpty { return try titled.only(word) }
    if let short = ShortID(text: word) {
      let rows = try await log.books(short: short)
      if !rows.isEmpty { return try rows.only(word) }
    }
    guard let id = RecordID(text: word) else { return nil }
    return try await log.book(Identifier(id))
  }

  /// Finds a deleted book; throws `reading.not_deleted` or `usage.ambiguous`.
  static func findDeleted(_ word: String, in log: Log) async throws -> Identifier<Entry> {
    let all = try await log.deletedBooks()
    let whole = all.filter { $0.id.record.text == word }
    let found = whole.isEmpty ? all.named(word) : whole
    guard !found.isEmpty else {
      throw CairnError(
        "reading.not_deleted",
        "There is no deleted book “\(word)”.",
        hint: "List deleted books with `cairn shelf --deleted`."
      )
    }
    return try found.only(word).id
  }
}

extension CommandContext {
  /// Reports a new book; for a known one, warns about options that had no effect.
  func reportIfNew(_ book: BookChoice, _ id: Identifier<Entry>, _ invocation: Invocation) {
    if book.id != nil {
      guard invocation.value("author") != nil else { return }
      output.warn("Note: the book is already on your shelf, so --author was ignored.")
    } else if !wantsData {
      output.info("Added “\(book.new.title.visible)” to your shelf (\(ShortID(id.record).text))")
    }
  }
}
