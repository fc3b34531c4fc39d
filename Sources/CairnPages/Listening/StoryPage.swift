import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The page of a story: its sessions, its details and its actions.
package struct StoryPage {
  private let frame: PageFrame
  private let story: StoryRow
  private let sessions: HistoryDays
  private let zones: SessionZones
  private let isOpen: Bool
  private let conflicts: ConflictNotice
  private let formError: FormError?

  /// Creates the page; with `isOpen`, a listening session is running.
  package init(
    frame: PageFrame,
    story: StoryRow,
    sessions: HistoryDays,
    zones: SessionZones,
    isOpen: Bool,
    conflicts: ConflictNotice,
    formError: FormError?
  ) {
    (self.frame, self.story, self.sessions) = (frame, story, sessions)
    (self.zones, self.isOpen, self.conflicts) = (zones, isOpen, conflicts)
    self.formError = formError
  }

  package var html: HTML {
    frame.page(
      story.title,
      in: .library,
      hue: .listening,
      """
      <header class="head"><div><h1><bdi>\(story.title)</bdi></h1>
      \(fragment: HTML(lines.map { "<p class=\"quiet\"><bdi>\($0)</bdi></p>" }))</div></header>
      \(fragment: conflicts.html)
      \(fragment: actions)
      <section class="card" aria-label="The story">\(fragment: facts)\(fragment: ListeningBar(story)?.html)\
      \(fragment: story.notes.map { "<p class=\"note\">\($0)</p>" })</section>
      \(fragment: story.sessions > 0 ? list : nil)
      \(fragment: edit)
      \(fragment: delete)
      """
    )
  }

  private var lines: [String] {
    [story.author.map { "by \($0)" }, story.narrator.map { "narrated by \($0)" }].compactMap { $0 }
  }

  private var actions: HTML {
    """
    <div class="actions">
    \(fragment: isOpen ? nil : start)
    <form method="post" action="\(story.path)/favorite" data-keep="yes">\(fragment: frame.key("favorite"))
    <button name="favorite" value="\(story.isFavorite ? "no" : "yes")" aria-pressed="\(story.isFavorite ? "true" : "false")">\
    \(story.isFavorite ? "★ Favourite" : "☆ Add to favourites")</button></form></div>
    """
  }

  private var start: HTML {
    """
    <form method="post" action="/listening/start" data-keep="yes" data-act="listen">\(fragment: frame.key("start"))
    <button class="primary" data-key="s" name="story" value="\(story.id.record.text)">\
    \(story.sessions > 0 && !story.isDone ? "Continue listening" : "Listen")</button></form>
    """
  }

  private var facts: HTML {
    DescriptionList([
      ("Time", story.seconds > 0 ? Milliseconds.seconds(story.seconds).length : nil),
      ("Sessions", "\(story.sessions)"), ("Finished", "\(story.completed)"),
      ("Plays", "\(story.plays)"),
      ("Last played", story.lastPlayed.map { frame.clock.text($0) }),
      ("Progress", StoryProgress(story.soFar).share.map(percent)),
      ("Current position", story.completed > 0 ? nil : story.position?.clockText),
      ("Length", story.duration?.clockText),
      ("Series", story.series),
    ]).html
  }

  private var list: HTML {
    """
    <section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
    <div class="days">\(fragment: SessionList(days: sessions, zones: zones, isOneBook: true).html)</div>
    \(fragment: sessions.next.map(older))</section>
    """
  }

  private func older(_ next: String) -> HTML {
    NextPage("Older sessions", "\(story.path)?before=\(PercentCoding.encoded(next))").html
  }

  private func value(_ name: String) -> String {
    switch name {
    case "title": story.title
    case "author": story.author ?? ""
    case "series": story.series ?? ""
    case "narrator": story.narrator ?? ""
    default: story.duration?.clockText ?? ""
    }
  }

  private var edit: HTML {
    """
    <details class="sheet card"\(flag: "open", formError != nil)><summary>Edit</summary>
    \(fragment: formError.map { alert($0.error) })
    <form method="post" action="\(story.path)/edit" data-keep="yes">\(fragment: frame.key("edit"))
    \(fragment: OriginalValues.html(StoryFields.names, formError?.typed, value))
    \(fragment: StoryFields(value: { formError?.typed[$0] ?? value($0) }).html)
    <button class="wide primary">Save</button></form></details>
    """
  }

  private var delete: HTML {
    """
    <details class="sheet card"><summary>Delete</summary>
    <form method="post" action="\(story.path)/delete" data-keep="yes">\(fragment: frame.key("delete"))
    <p>Removes the story; its time still counts. You can undo this.</p>
    <button class="danger wide">Delete</button></form></details>
    """
  }
}
