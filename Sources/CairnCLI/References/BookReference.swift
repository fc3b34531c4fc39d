import Cairn
import CairnStore

/// How a person names a book on the command line: its id, or its title.
enum BookReference {
  /// What help says about it.
  static let help = "Its title or its id."

  /// Finds a book; throws `reading.no_such_book` or `usage.ambiguous`.
  static func find(_ word: String, in log: Log) async throws -> EntryRow {
    if let row = try await findIfAny(word, in: log) { return row }
    let near = try await near(word, in: log)
    throw CairnError(
      "reading.no_such_book",
      "No book on the shelf is titled “\(word)”.",
      hint: near.isEmpty
        ? "`cairn shelf` lists the books; add one with `cairn book add`."
        : "Did you mean \(near.listed)? Use the whole title or the id."
    )
  }

  /// Finds a book to read; a title that no book resembles means a new book.
  ///
  /// A title that only resembles others throws `reading.no_such_book` unless `isNew`.
  static func findOrNew(
    _ word: String,
    isNew: Bool,
    _ book: NewBook,
    in log: Log
  ) async throws -> BookToRead {
    try Work.requireTitle(word)
    if !isNew, let row = try await findIfAny(word, in: log) { return .known(row.id) }
    let near = isNew ? [] : try await near(word, in: log)
    // Another command may have added it since it was looked for.
    let same = near.filter { folded($0.title) == folded(word) }
    if !same.isEmpty { return .known(try same.only(word).id) }
    guard near.isEmpty else {
      throw CairnError(
        "reading.no_such_book",
        "No book on the shelf is titled exactly “\(word)”.",
        hint: "Did you mean \(near.listed)? Use the whole title or the id, or add --new."
      )
    }
    return .new(book, isAnother: isNew)
  }

  /// Books in whose title or author the words stand, or whose title was mistyped.
  private static func near(_ word: String, in log: Log) async throws -> [EntryRow] {
    let named = try await log.books(matching: word)
    return named.isEmpty ? try await log.books().mistyped(word) : named
  }

  private static func findIfAny(_ word: String, in log: Log) async throws -> EntryRow? {
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
        "No deleted book is titled “\(word)”.",
        hint: "`cairn shelf --deleted` lists those that were deleted."
      )
    }
    return try found.only(word).id
  }
}

extension CommandContext {
  /// Says that a book came onto the shelf; or that it was there, where that makes words useless.
  func sayIfNew(_ book: BookToRead, _ id: Identifier<Entry>, _ invocation: Invocation) {
    switch book {
    case .new(let new, _):
      if wantsJSON { return }
      output.say("New on your shelf: “\(new.title.visible)” (\(ShortID(id.record).text))")
    case .known:
      if invocation.value("author") != nil {
        output.warn("Note: the book was on your shelf; --author is for new ones and was not used.")
      }
    }
  }
}
