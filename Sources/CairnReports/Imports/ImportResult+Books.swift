import Cairn

extension ImportResult {
  /// Counts the books of a plan by status, ISBN and likely duplicate, including known books.
  static func counts(of plan: ImportPlan) -> [String: Int] {
    var counts: [String: Int] = [:]
    for item in plan.items {
      guard let entry = item.records.first(where: { $0.kind == Entry.recordKind }),
        case .text(let status) = entry.fields["status"]
      else { continue }
      let hasISBN = item.records.contains {
        $0.kind == Edition.recordKind && $0.fields["isbn"] != .null
      }
      counts[status, default: 0] += 1
      counts[hasISBN ? "with_isbn" : "without_isbn", default: 0] += 1
    }
    if plan.similar > 0 { counts["similar"] = plan.similar }
    return counts
  }

  /// A summary like `12 read, 3 to read; 10 with an ISBN, 5 without`; nil without books.
  package var bookSummary: String? {
    guard !books.isEmpty else { return nil }
    let statuses = ReadingStatus.all.compactMap { status in
      books[status.name].map { "\($0) \(status.label)" }
    }
    let rest = books["with_isbn"] == nil ? "without an ISBN" : "without"
    let numbers = [("with_isbn", "with an ISBN"), ("without_isbn", rest)].compactMap {
      name,
      words in
      books[name].map { "\($0) \(words)" }
    }
    let similar = books["similar"].map { ["\($0) may be on the shelf already"] } ?? []
    return ([statuses, numbers].map { $0.joined(separator: ", ") } + similar).joined(
      separator: "; "
    )
  }
}
