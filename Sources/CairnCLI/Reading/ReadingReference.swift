import Cairn
import CairnReports
import CairnStore

/// A reading of a book named on the command line by its number or ID.
enum ReadingReference {
  /// The description in help.
  static let help = "The number from `cairn book readings`, or the id."

  /// Finds a reading among those of a book; throws `reading.read_through_not_found`.
  static func find(_ word: String, among rows: [ReadingRow]) throws(CairnError) -> ReadingRow {
    let number = word.utf8.count < 6 ? Int(word) : nil
    if let number, let row = rows.first(where: { $0.number == number }) { return row }
    let short = ShortID(text: word)
    if let row = rows.first(where: { $0.shortID == short }) { return row }
    if let row = rows.first(where: { $0.reading.id.record.text == word }) { return row }
    throw CairnError(
      "reading.read_through_not_found",
      "The book has no reading “\(word)”.",
      hint: "List readings with `cairn book readings BOOK`; add --deleted for deleted ones."
    )
  }
}

extension CommandContext {
  /// Returns the named reading of a session's book; nil without a word.
  func reading(
    _ row: SessionRow,
    _ word: String?,
    in log: Log
  ) async throws -> Identifier<ReadThrough>? {
    guard let word, let session = try await log.session(row.id, as: Reading.self) else {
      return nil
    }
    let rows = try await log.readings(of: session.detail.entry)
    return try ReadingReference.find(word, among: rows).reading.id
  }
}
