import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var shelf: Command {
    Command(
      "shelf",
      summary: "List your books.",
      discussion: """
        --search finds books that match all words, each as a whole word or the start of \
        one, in title, authors, series, shelves, tags, notes or review, best matches \
        first. Books without a value for --sort come last.
        """,
      examples: [
        Example("cairn shelf reading", "books you are reading"),
        Example("cairn shelf --search \"herbert dune\"", "search all fields"),
        Example("cairn shelf read --sort finished", "the latest first"),
        Example("cairn shelf --sort rating", "the best first, with their stars"),
        Example("cairn shelf --shelf \"Book club\" --tag classic", "by shelf and tag"),
      ],
      arguments: [.optional("status", "The status.", completion: .values(statusNames))],
      options: [
        .value("search", "WORDS", "Only books that match all these words."),
        .value("shelf", "NAME", "Only books on this shelf.", completion: .live("shelves")),
        .value("tag", "NAME", "Only books with this tag.", completion: .live("tags")),
        .borrowed("Only borrowed books."), .owned("Only books you own."),
        .flag("deleted", "Only deleted books; restore one with `cairn book restore`."),
        .value("sort", "ORDER", "The sort order.", completion: .values(ShelfOrder.all.map(\.name))),
        .flag("reverse", "Reverse the order."),
        .value("limit", "N", "Maximum number of rows (all)."),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          if invocation.flag("deleted") {
            let all = try await log.deletedBooks()
            let limit = try invocation.hasLimit ? invocation.limit() : all.count
            return context.show(Array(all.prefix(limit)))
          }
          let all = try await context.books(invocation, in: log)
          let rows = try invocation.hasLimit ? Array(all.prefix(invocation.limit())) : all
          context.show(rows, by: try invocation.choice("sort", of: ShelfOrder.self))
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }

  /// The statuses in their typed form.
  static var statusNames: [String] {
    ReadingStatus.all.map { $0.name.replacing("_", with: "-") }
  }
}

extension Option {
  static func borrowed(_ help: String) -> Option { .flag("borrowed", help) }
  static func owned(_ help: String) -> Option { .flag("owned", help) }
}

extension Invocation {
  /// Returns the typed status; nil without one, throws `usage.value`.
  func status() throws(CairnError) -> ReadingStatus? {
    try choice("status", of: Command<CommandContext>.statusNames)
      .flatMap { ReadingStatus(name: $0.replacing("-", with: "_")) }
  }

  /// Returns true for `--borrowed`, false for `--owned`, nil without; throws `usage.ownership` for both.
  func isBorrowed() throws(CairnError) -> Bool? {
    guard flag("borrowed"), flag("owned") else {
      return flag("borrowed") ? true : flag("owned") ? false : nil
    }
    throw CairnError(
      "usage.ownership",
      "--borrowed and --owned cannot be used together.",
      hint: "Remove one of them."
    )
  }

  fileprivate func shelfFilter() throws(CairnError) -> ShelfFilter {
    var filter = ShelfFilter()
    filter.status = try status()
    filter.shelf = value("shelf")
    filter.tag = value("tag")
    filter.isBorrowed = try isBorrowed()
    filter.words = value("search")
    return filter
  }
}

extension CommandContext {
  /// Returns the books in the order of `--sort`; by default by relevance for a search, else by status.
  fileprivate func books(_ invocation: Invocation, in log: Log) async throws -> [EntryRow] {
    let filter = try invocation.shelfFilter()
    let found = try await log.books(filter)
    let isReversed = invocation.flag("reverse")
    if let order = try invocation.choice("sort", of: ShelfOrder.self) {
      return order.sorted(found, reversed: isReversed)
    }
    let rows =
      filter.words == nil
      ? ReadingStatus.all.flatMap { status in found.filter { $0.status == status } } : found
    return isReversed ? rows.reversed() : rows
  }

  /// Shows books; the last column is the date of the sort order.
  fileprivate func show(_ rows: [EntryRow], by order: ShelfOrder?) {
    if wantsData { return output.print(data: rows) }
    if rows.isEmpty { return output.info("No books.") }
    output.print(table(rows, by: order))
  }

  private static func date(_ order: ShelfOrder?) -> String {
    order == .added ? "added" : order == .started ? "started" : "finished"
  }

  func table(_ rows: [EntryRow], by order: ShelfOrder? = nil) -> Table {
    let hasRatings = rows.contains { $0.rating != nil }
    let rating: [Table.Column] = hasRatings ? [.init("rating", isNumber: true)] : []
    var table = Table(
      [
        .init("id"), .init("status"), .init("title", canShrink: true),
        .init("by", canShrink: true), .init("progress", canHide: true),
      ] + rating
        + [.init(Self.date(order), canHide: true)]
    )
    for row in rows {
      let date = order == .started ? row.displayedStart : row.displayedFinish
      let added = row.added.flatMap { PartialDay(text: $0) }
      let day = (order == .added ? added : date).map { CalendarText.short($0) }
      let stars = row.rating.map { ($0 * 25).hundredthsText } ?? ""
      table.append(
        [
          .init(row.shortID.text, .dim), .init(row.status.label), .init(row.title),
          .init(row.authors ?? ""),
          .init(row.status == .read ? "" : row.displayedPosition?.progress(of: row.pages) ?? ""),
        ] + (hasRatings ? [.init(stars)] : []) + [.init(day ?? "")]
      )
    }
    return table
  }

  fileprivate func show(_ rows: [DeletedBookRow]) -> ExitCode {
    if wantsData {
      output.print(data: rows)
    } else if rows.isEmpty {
      output.info("No deleted books.")
    } else {
      var table = Table(.init("id"), .init("title", canShrink: true), .init("read"))
      for row in rows {
        table.append(.init(row.shortID.text, .dim), .init(row.title), .init(read(row.totals)))
      }
      output.print(table)
    }
    return rows.isEmpty ? .refused : .done
  }
}
