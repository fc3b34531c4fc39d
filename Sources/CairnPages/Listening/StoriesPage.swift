import Cairn
package import CairnHTML
package import CairnReports

/// The Stories page: all stories, with search and filters.
package struct StoriesPage {
  private let frame: PageFrame
  private let filter: StoryFilter
  private let stories: [StoryRow]
  private let total: Int64
  private let all: Int64
  private let hasDeleted: Bool
  private let formError: FormError?

  /// Creates the page of `stories`, of `total` that the filter finds among `all`.
  package init(
    frame: PageFrame,
    filter: StoryFilter,
    stories: [StoryRow],
    total: Int64,
    all: Int64,
    hasDeleted: Bool,
    formError: FormError?
  ) {
    (self.frame, self.filter, self.stories) = (frame, filter, stories)
    (self.total, self.all, self.hasDeleted) = (total, all, hasDeleted)
    self.formError = formError
  }

  package var html: HTML {
    frame.page(
      "Stories",
      in: .library,
      hue: .listening,
      """
      <header class="head"><h1><bdi>\(filter.group.map { "Stories of “\($0)”" } ?? "Stories")</bdi></h1>\(fragment: LibraryTabs.html(at: "/stories"))</header>
      \(fragment: all > 0 ? search : nil)
      \(fragment: all > 0 ? chips : nil)
      \(fragment: stories.isEmpty ? empty : list)
      \(fragment: filter.offset + stories.count < total ? older : nil)
      \(fragment: add)
      \(fragment: hasDeleted ? "<p class=\"more\"><a href=\"/stories/deleted\">Deleted stories</a></p>" : nil)
      """
    )
  }

  private var search: HTML {
    """
    <form class="search" role="search" action="/stories">
    <label class="hidden" for="q">Search stories</label>
    <input id="q" name="q" type="search" data-key="/" placeholder="Search titles" value="\(filter.words ?? "")">
    <button>Search</button></form>
    """
  }

  private var chips: HTML {
    let isPlain = filter.isFavorite == nil && filter.group == nil && filter.words == nil
    return """
      <nav aria-label="Filter"><ul class="chips">
      <li><a href="/stories" aria-current="\(isPlain ? "page" : "false")">All <span>\(all)</span></a></li>
      <li><a href="/stories?favorites=yes" aria-current="\(filter.isFavorite == true ? "page" : "false")">★ Favourites</a></li>
      </ul></nav>
      """
  }

  private var empty: HTML {
    guard all > 0 else {
      return EmptyState(
        "No stories yet.",
        "Audiobooks, stories and podcasts you listen to show up here.",
        ("Start listening", "/#listen")
      ).html
    }
    return EmptyState("No stories found.", "", ("All stories", "/stories")).html
  }

  private var list: HTML {
    "<ul class=\"rows card\">\(fragment: HTML(stories.map { StoryListItem(story: $0).html }))</ul>"
  }

  private var older: HTML {
    let more = [
      filter.words.map { "q=\(PercentCoding.encoded($0))" },
      filter.isFavorite == true ? "favorites=yes" : nil,
      filter.group.map { "group=\(PercentCoding.encoded($0))" },
      "from=\(filter.offset + filter.limit)",
    ]
    let query = more.compactMap { $0 }.joined(separator: "&")
    return NextPage("More stories", "/stories?\(query)").html
  }

  private var add: HTML {
    let typed = { name in formError?.typed[name] ?? "" }
    return """
      <details class="sheet card" id="new-story"\(flag: "open", formError != nil)><summary>Add a story</summary>
      \(fragment: formError.map { alert($0.error) })
      <form method="post" action="/stories" data-keep="yes">\(fragment: frame.key("add"))
      \(fragment: StoryFields(value: typed).html)
      <button class="wide primary">Add</button></form></details>
      """
  }
}

/// A story as a row of a list.
struct StoryListItem {
  let story: StoryRow

  var html: HTML {
    """
    <li class="row"><div><a class="whole" href="\(story.path)"><strong><bdi>\(story.title)</bdi></strong></a>
    <span class="quiet"><bdi>\(details)</bdi></span>
    \(fragment: ListeningBar(story)?.html)</div>
    <span class="figure">\(fragment: story.isFavorite ? "<span role=\"img\" aria-label=\"Favourite\" class=\"stars\">★</span> " : nil)\(time)</span></li>

    """
  }

  private var time: String {
    story.seconds > 0 ? Milliseconds.seconds(story.seconds).length : ""
  }

  private var details: String {
    let totalText =
      story.completed > 0
      ? "finished \(story.completed == 1 ? "once" : "\(story.completed) times")"
      : story.sessions > 0 ? "in progress" : "not started"
    let length = story.duration.map { $0.length }
    return [story.group, totalText, length.map { "\($0) long" }].compactMap { $0 }
      .joined(separator: " · ")
  }
}

/// The form fields of a story.
struct StoryFields {
  static let names = ["title", "author", "series", "narrator", "length"]
  let value: (String) -> String

  var html: HTML {
    """
    <div class="field"><label for="title">Title</label>
    <input id="title" name="title" autocomplete="off" maxlength="500" required value="\(value("title"))"></div>
    <div class="pair">\(fragment: Field.text("author", "Author", value("author")))
    \(fragment: Field.text("series", "Series or podcast", value("series")))</div>
    <div class="pair">\(fragment: Field.text("narrator", "Narrator", value("narrator")))
    \(fragment: Field.text("length", "Length", value("length"), hint: "10:25:00"))</div>
    """
  }
}
