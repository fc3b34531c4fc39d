import Cairn
import CairnSQL

extension Log {
  /// Sessions in whose notes words stand, each as it is or as the beginning of a word, whatever its
  /// case and accents; newest first, at most `limit`.
  ///
  /// One word at least stands in the note, the others there or in what is known of the book or the
  /// story.
  public func sessions(noting text: String, limit: Int = 50) async throws -> [SessionRow] {
    guard let query = SearchQuery(text) else { return [] }
    return try await read { try query.sessions(limit: limit, in: $0) }
  }
}
