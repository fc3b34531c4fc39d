import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension LogbookPage {
  private static let size = 50

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let query = context.target.query
    if formError == nil { try context.allowQuery(["before", "chosen", "q", "done"]) }
    let frame = try await PageFrame(context)
    var filter = LogbookFilter(limit: Self.size + 1)
    filter.after = try query["before"].map(LogbookCursor.init(parsing:))
    let found = try await context.log.logbook(filter)
    self.init(
      frame: frame,
      rows: found.prefix(Self.size).filter { $0.timeline?.isEnded ?? true },
      next: found.count > Self.size ? found[Self.size - 1].cursor : nil,
      zones: SessionZones(context),
      search: try await LogbookSearch(query["q"], context.log),
      before: query["before"],
      isAllChosen: query["chosen"] == "all",
      formError: formError
    )
  }
}

extension LogbookSearch {
  /// Searches for climbs; an empty text is no search.
  fileprivate init(_ text: String?, _ log: Log) async throws {
    let words = text.flatMap { $0.isEmpty ? nil : $0 }
    self.init(words: words, climbs: try await log.climbs(named: words ?? ""))
  }
}

extension LogbookDayPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["done"])
    let (frame, day) = (try await PageFrame(context), try context.pathDay())
    self.init(frame: frame, day: day, climbs: try await context.log.climbs(on: day))
  }
}
