import Cairn
import CairnHTTP
import CairnStore

/// The stories that were deleted, each to be brought back.
struct DeletedStoriesPage {
  private let frame: PageFrame
  private let stories: [DeletedStoryRow]

  init(_ visit: Visit) async throws {
    try visit.allowQuery(["done"])
    frame = try await PageFrame(visit)
    stories = try await visit.log.deletedStories()
  }

  var html: HTML {
    frame.page(
      "Deleted stories",
      in: .listening,
      """
      <header class="head"><h1>Deleted stories</h1><p class="quiet"><a href="/stories">To the stories</a></p></header>
      \(fragment: stories.isEmpty ? empty : list)
      """
    )
  }

  private var empty: HTML {
    Empty("No story was deleted.", "", ("To the stories", "/stories")).html
  }

  private var list: HTML {
    """
    <ul class="rows card">\(fragment: HTML(stories.map(row)))</ul>
    <p class="quiet">Their sessions count on: the time was spent.</p>
    """
  }

  private func row(_ story: DeletedStoryRow) -> HTML {
    let words =
      story.sessions == 0
      ? "never listened to here"
      : "\(Milliseconds.seconds(story.seconds).length) in \(story.sessions) session\(story.sessions == 1 ? "" : "s")"
    return """
      <li class="row"><div><strong><bdi>\(story.title)</bdi></strong>
      <span class="quiet">\(words)</span></div>
      <form method="post" action="/stories/\(story.id.record.text)/restore">
      \(fragment: frame.key("restore-\(ShortID(story.id.record).text)"))
      <button aria-label="Restore \(story.title)">Restore</button></form></li>
      """
  }
}
