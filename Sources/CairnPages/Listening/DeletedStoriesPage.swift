import Cairn
package import CairnHTML
package import CairnReports

/// The page of deleted stories, each with a restore button.
package struct DeletedStoriesPage {
  private let frame: PageFrame
  private let stories: [DeletedStoryRow]

  /// Creates the page.
  package init(frame: PageFrame, stories: [DeletedStoryRow]) {
    (self.frame, self.stories) = (frame, stories)
  }

  package var html: HTML {
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
      text: DeletedList.text(
        Milliseconds.seconds(story.seconds).length,
        story.sessions,
        never: "no sessions"
      ),
      restore: "/stories/\(story.id.record.text)/restore",
      key: story.shortID.text
    )
  }
}
