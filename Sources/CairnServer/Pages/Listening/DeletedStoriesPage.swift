import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

/// The page of deleted stories, each with a restore button.
struct DeletedStoriesPage {
  private let frame: PageFrame
  private let stories: [DeletedStoryRow]

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["done"])
    frame = try await PageFrame(context)
    stories = try await context.log.deletedStories()
  }

  var html: HTML {
    DeletedList(
      frame: frame,
      section: .listening,
      plural: "stories",
      singular: "story",
      home: ("Back to stories", "/stories"),
      rows: stories.map(row)
    ).html
  }

  private func row(_ story: DeletedStoryRow) -> DeletedList.Row {
    DeletedList.Row(
      title: story.title,
      words: DeletedList.words(
        Milliseconds.seconds(story.seconds).length,
        story.sessions,
        never: "no sessions"
      ),
      restore: "/stories/\(story.id.record.text)/restore",
      key: story.shortID.text
    )
  }
}
