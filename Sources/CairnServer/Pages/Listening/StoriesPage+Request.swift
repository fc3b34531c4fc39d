import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension StoriesPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    if formError == nil { try context.allowQuery(["q", "favorites", "group", "from", "done"]) }
    let (frame, log) = (try await PageFrame(context), context.log)
    var filter = StoryFilter()
    let query = context.target.query
    filter.words = query["q"].flatMap { $0.isEmpty ? nil : $0 }
    filter.isFavorite = query["favorites"] == "yes" ? true : nil
    filter.group = query["group"].flatMap { $0.isEmpty ? nil : $0 }
    filter.limit = 100
    filter.offset = formError == nil ? try context.number("from", in: 0...1_000_000) ?? 0 : 0
    self.init(
      frame: frame,
      filter: filter,
      stories: try await log.stories(filter),
      total: try await log.storyCount(filter),
      all: try await log.storyCount(),
      hasDeleted: try await !log.deletedStories().isEmpty,
      formError: formError
    )
  }
}

extension StoryPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    if formError == nil { try context.allowQuery(["before", "done"]) }
    let (frame, log) = (try await PageFrame(context), context.log)
    let id = try context.storyID()
    guard let story = try await log.story(id) else { throw CairnError.noStory(id) }
    let before = try context.target.query["before"].map(HistoryCursor.init)
    self.init(
      frame: frame,
      story: story,
      sessions: try await HistoryDays(story: id, before: before, size: 20, log),
      zones: SessionZones(context),
      isOpen: try await log.openSessions().contains { $0.kind == Listening.kind },
      conflicts: try await ConflictNotice(of: id.record, log),
      formError: formError
    )
  }
}
