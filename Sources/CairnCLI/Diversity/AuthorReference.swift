import Cairn
import CairnReports
import CairnStore

/// An author named on the command line by name or ID.
enum AuthorReference {
  /// Finds an author; throws `diversity.author_not_found` or `usage.ambiguous`.
  static func find(_ word: String, in log: Log) async throws -> AuthorRow {
    let named = try await log.authors(named: word)
    guard named.isEmpty else { return try named.only(word) }
    let all = try await log.authors()
    let found = all.named(word)
    guard found.isEmpty else { return try found.only(word) }
    let near = all.filter { folded($0.name).contains(folded(word)) }
    throw CairnError(
      "diversity.author_not_found",
      "There is no book by “\(word)” on your shelf.",
      hint: near.isEmpty
        ? "List authors with `cairn author list`."
        : "Did you mean \(near.listed)? Use the whole name or the id."
    )
  }
}

extension AuthorRow: TitledRow {
  static var plural: String { "authors" }
  var title: String { name }
  var author: String? { nil }
}

extension Argument {
  static var author: Argument {
    .required("author", "The name or the id.", completion: .live("authors"))
  }
}
