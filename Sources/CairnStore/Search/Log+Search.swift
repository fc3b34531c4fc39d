public import CairnReports

extension Log {
  /// Returns sessions with matching notes, the latest first.
  ///
  /// Matches words or word prefixes, ignoring case and accents. At least one word must be in the note, the others there
  /// or in the metadata of the book or story.
  public func sessions(noting text: String, limit: Int = 50) async throws -> [SessionRow] {
    guard let query = SearchQuery(text) else { return [] }
    return try await read { try query.sessions(limit: limit, in: $0) }
  }
}
