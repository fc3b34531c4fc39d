import Cairn
import CairnHTML
import CairnInsights
package import CairnReports

/// What a past session is most likely about.
package struct LikelySubjects: Sendable {
  let books: [EntryRow]
  let stories: [StoryRow]
  /// The gym or crag of the last climbing session, or an empty string.
  let place: String
  /// The titles to suggest for another book or story.
  let titles: [String]

  /// Creates the subjects, the likeliest of each kind first.
  package init(books: [EntryRow], stories: [StoryRow], place: String, titles: [String]) {
    (self.books, self.stories, self.place, self.titles) = (books, stories, place, titles)
  }
}

/// The fields that log a past session with likely defaults: what, when, how long and how far.
struct PastSessionForm {
  let frame: PageFrame
  let modules: [KindModule]
  let likely: LikelySubjects
  let formError: FormError?

  private func typed(_ name: String, _ standard: String = "") -> String {
    formError?.typed[name] ?? standard
  }

  private var field: PastSessionField? { formError.map { PastSessionField($0) } }

  var html: HTML {
    """
    <form class="past" method="post" action="/add" data-keep="yes">
    \(fragment: frame.key("past"))
    \(fragment: what)\(fragment: problem(at: .what))
    \(fragment: other)
    \(fragment: when)\(fragment: problem(at: .when))
    \(fragment: length)\(fragment: problem(at: .length))
    <div class="last"><div class="field far"><label for="past-page">To page</label>
    <input id="past-page" name="page" inputmode="numeric" autocomplete="off" value="\(typed("page"))" \
    aria-invalid="\(field == .page ? "true" : "false")" aria-describedby="\(field == .page ? "past-problem" : "")"></div>
    <button class="wide primary">Log it</button></div>\(fragment: problem(at: .page))
    </form>
    """
  }

  private func problem(at place: PastSessionField) -> HTML? {
    guard field == place, let formError else { return nil }
    return """
      \(fragment: alert(formError.error, id: "past-problem"))
      \(fragment: formError.error.code == "reading.book_not_found" ? Self.isNew : nil)
      \(fragment: formError.error.code == "session.overlap" ? Self.adjust : nil)
      """
  }

  private static let isNew: HTML = """
    <label class="check"><input type="checkbox" name="new" value="yes"> This is a new book</label>
    """
  private static let adjust: HTML = """
    <label class="check"><input type="checkbox" name="adjust" value="yes"> Trim overlapping sessions</label>
    """

  // MARK: What

  private struct Pick {
    let value: String
    let hue: Hue
    let picture: HTML
    let title: String
    let note: String
  }

  private var picks: [Pick] {
    let books = likely.books.map { book in
      Pick(
        value: "book:\(book.id.record.text)",
        hue: .reading,
        picture: "<span class=\"cover\">\(fragment: GeneratedCover(book).large)</span>",
        title: book.title,
        note: book.displayedPosition?.page(in: book.pages).map { "p. \($0)" } ?? "read"
      )
    }
    let stories = likely.stories.map { story in
      Pick(
        value: "story:\(story.id.record.text)",
        hue: .listening,
        picture: Hue.listening.badge,
        title: story.title,
        note: "listened"
      )
    }
    return books + stories + activities + [another]
  }

  private var activities: [Pick] {
    modules.filter { $0.kind != Reading.kind && $0.kind != Listening.kind }.map { module in
      let isClimbing = module.kind == Climbing.kind
      return Pick(
        value: "kind:\(module.kind.name)",
        hue: Hue(module.kind),
        picture: Hue(module.kind).badge,
        title: isClimbing && !likely.place.isEmpty ? likely.place : module.title,
        note: module.past
      )
    }
  }

  private var another: Pick {
    let icon: HTML = "<span class=\"badge\">\(fragment: Icon.plus.html)</span>"
    return Pick(value: "other", hue: .other, picture: icon, title: "Another", note: "title")
  }

  private var what: HTML {
    let all = picks
    let chosen = typed("what", all[0].value)
    return """
      <fieldset class="what"><legend>What</legend>
      <div>\(fragment: HTML(all.map { pick($0, isChosen: $0.value == chosen) }))</div>
      <input type="hidden" name="place" value="\(likely.place)"></fieldset>
      """
  }

  private func pick(_ pick: Pick, isChosen: Bool) -> HTML {
    """
    <label class="pick \(pick.hue.name)"><input type="radio" name="what" value="\(pick.value)"\
    \(flag: "checked", isChosen)><span>\(fragment: pick.picture)<b><bdi>\(pick.title)</bdi></b>\
    <small>\(pick.note)</small></span></label>

    """
  }

  private var other: HTML {
    let kinds = [(Reading.kind.name, "Book"), (Listening.kind.name, "Story")]
    return """
      <div class="pair other"><div class="field"><label for="past-title">Title</label>
      <input id="past-title" name="title" list="titles" autocomplete="off" maxlength="500" value="\(typed("title"))">
      <datalist id="titles">\(fragment: HTML(likely.titles.map { "<option value=\"\($0)\"></option>" }))</datalist></div>
      \(fragment: Field.choice("kind", "Kind", kinds, typed("kind")))</div>
      """
  }

  // MARK: When and how long

  private var when: HTML {
    let picks: [(String, String)] = [
      ("now", "Just now"), ("yesterday", "Yesterday"), ("pick", "Pick a time"),
    ]
    let now = frame.clock.field(frame.now)
    return """
      \(fragment: Self.chips("when", "When", picks, typed("when", "now")))
      <div class="field pick-time"><label for="ended-at">Ended at</label>
      <input id="ended-at" name="ended" type="datetime-local" value="\(typed("ended", now))" \
      aria-invalid="\(field == .when ? "true" : "false")"></div>
      """
  }

  private var length: HTML {
    let picks: [(String, String)] = [
      ("15m", "15 m"), ("30m", "30 m"), ("45m", "45 m"), ("1h", "1 h"), ("1h30", "1½ h"),
      ("other", "Other"),
    ]
    return """
      \(fragment: Self.chips("length", "How long", picks, typed("length", "30m")))
      <div class="field other-length"><label for="other-length">Length</label>
      <input id="other-length" name="other_length" autocomplete="off" placeholder="50m, 1h20" \
      value="\(typed("other_length"))" aria-invalid="\(field == .length ? "true" : "false")" \
      aria-describedby="\(field == .length ? "past-problem" : "")"></div>
      """
  }

  private static func chips(
    _ name: String,
    _ label: String,
    _ picks: [(String, String)],
    _ chosen: String
  ) -> HTML {
    let all = picks.map { value, words -> HTML in
      """
      <label class="pick"><input type="radio" name="\(name)" value="\(value)"\(flag: "checked", value == chosen)>\
      <span>\(words)</span></label>

      """
    }
    return """
      <fieldset class="choice"><legend>\(label)</legend><div>\(fragment: HTML(all))</div></fieldset>
      """
  }
}

/// A field of the form, at which its error stands.
enum PastSessionField {
  case what, when, length, page

  init(_ formError: FormError) {
    switch formError.error.code {
    case "session.overlap", "session.in_future", "session.time_out_of_range",
      "session.already_running":
      self = .when
    case "usage.time", "session.too_short", "session.too_long", "session.ends_before_start":
      self = .length
    case "reading.page_before_start", "reading.page_beyond_end", "reading.invalid_position":
      self = .page
    case "request.field": self = Self.isNumber(formError.typed["page"]) ? .when : .page
    default: self = .what
    }
  }

  private static func isNumber(_ text: String?) -> Bool {
    let text = trimmed(text ?? "")
    return text.isEmpty || Int64(text) != nil
  }
}
