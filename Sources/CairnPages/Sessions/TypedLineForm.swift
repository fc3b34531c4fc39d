import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// One line that logs a past session, and below it how the line was understood.
struct TypedLineForm {
  let frame: PageFrame
  let understood: UnderstoodLine?
  let formError: FormError?

  var html: HTML {
    """
    <form class="card typed \(hue.name)" method="post" action="/add/line" data-keep="yes">
    \(fragment: frame.key("line"))
    <label for="line" class="hidden">A past session in one line</label>
    <input id="line" name="line" data-reads="understood" data-key="n" autocomplete="off" autocapitalize="off" \
    spellcheck="false" enterkeyhint="go" maxlength="500" placeholder="Dune 30m yesterday to p 72" required \
    value="\(understood?.text ?? "")" aria-invalid="\(formError == nil ? "false" : "true")" \
    aria-describedby="\(formError == nil ? "" : "line-problem ")understood">
    \(fragment: formError.map { alert($0.error, id: "line-problem") })
    <div id="understood" class="understood" aria-live="polite">\(fragment: content)</div>
    </form>
    """
  }

  private var hue: Hue { understood?.kind.map { Hue($0) } ?? .other }

  private var content: HTML {
    guard let understood, !understood.text.isEmpty else { return Self.empty }
    return """
      <div class="parts \(hue.name)">\(fragment: subject(understood))
      \(fragment: facts(understood))</div>
      \(fragment: missing(understood))
      <div class="actions"><button class="primary \(hue.name)">\(label(understood))</button>\(fragment: Self.check)</div>
      """
  }

  private static let empty: HTML = """
    <p class="quiet">A title and how long, in any order: <b>Emma 45m</b>, <b>listen Moby-Dick 20:00–20:45 @train</b>, \
    <b>climb monday 6pm for 2h</b>.</p>
    <div class="actions"><button>Log</button>\(fragment: check)</div>
    """

  /// A script shows how the line is understood; without one, a page does.
  private static let check: HTML = """
    <noscript><button formmethod="get" formaction="/add/preview">Check it first</button></noscript>
    """

  private func label(_ understood: UnderstoodLine) -> String {
    understood.time.map { "Log \(($0.upperBound - $0.lowerBound).spoken)" } ?? "Log"
  }

  private func subject(_ understood: UnderstoodLine) -> HTML? {
    understood.subject.map { subject in
      """
      \(fragment: Self.picture(subject))
      <p class="eyebrow">\(Self.eyebrow(subject))</p>
      <h2><bdi>\(Self.title(subject))</bdi></h2>
      """
    }
  }

  private static func picture(_ subject: UnderstoodLine.Subject) -> HTML {
    switch subject {
    case .book(let book): "<span class=\"cover\">\(fragment: GeneratedCover(book).large)</span>"
    case .newBook: Hue.reading.badge
    case .story, .newStory: Hue.listening.badge
    case .climbing: Hue.climbing.badge
    }
  }

  private static func eyebrow(_ subject: UnderstoodLine.Subject) -> String {
    switch subject {
    case .book: "Reading"
    case .newBook: "Reading · adds a new book"
    case .story: "Listening"
    case .newStory: "Listening · adds a new story"
    case .climbing: "Climbing"
    }
  }

  private static func title(_ subject: UnderstoodLine.Subject) -> String {
    switch subject {
    case .book(let book): book.title
    case .story(let story): story.title
    case .newBook(let title), .newStory(let title): title
    case .climbing: "A session at the wall"
    }
  }

  /// Each part as it was read; a tap selects it in the line.
  private func facts(_ understood: UnderstoodLine) -> HTML {
    let draft = understood.draft
    let time = understood.time
    let parts: [(String, String?)] = [
      ("When", time.map { when($0) }),
      ("How long", time.map { ($0.upperBound - $0.lowerBound).spoken }),
      ("Pages", understood.kind == Reading.kind ? draft.positionText : nil),
      ("Place", draft.options["place"]),
      ("Tags", draft.tags.isEmpty ? nil : draft.signedTags),
    ]
    let shown = parts.compactMap { name, value in value.map { (name, $0) } }
    return "<dl>\(fragment: HTML(shown.map { fact($0, $1, understood) }))</dl>"
  }

  private func fact(_ name: String, _ value: String, _ understood: UnderstoodLine) -> HTML {
    let typed =
      switch name {
      case "Place": "@" + value
      case "Pages", "Tags": value
      default: understood.draft.time ?? ""
      }
    return """
      <div><dt>\(name)</dt><dd><label for="line" data-part="\(typed)">\(value)</label></dd></div>
      """
  }

  private func when(_ time: Range<Instant>) -> String {
    let start = frame.clock.text(time.lowerBound)
    return "\(start)–\(frame.clock.time(time.upperBound))"
  }

  /// What the line lacks, or which title it may mean.
  private func missing(_ understood: UnderstoodLine) -> HTML? {
    if let problem = understood.problem {
      return "<p class=\"quiet\">\(problem.message) \(problem.hint)</p>"
    }
    if understood.subject == nil { return "<p class=\"quiet\">Add a title, or <b>climb</b>.</p>" }
    if !understood.near.isEmpty { return suggestions(understood) }
    guard understood.time == nil else { return nil }
    return
      "<p class=\"quiet\">Add how long, such as <b>30m</b>, or when: <b>20:00–21:15</b>, <b>45m yesterday</b>.</p>"
  }

  private func suggestions(_ understood: UnderstoodLine) -> HTML {
    let links = understood.near.prefix(4).map { title -> HTML in
      let line = PercentCoding.encoded(understood.withTitle(title))
      return
        "<li><a class=\"button\" href=\"/add/preview?line=\(line)\"><bdi>\(title)</bdi></a></li>"
    }
    return
      "<p class=\"quiet\">Did you mean</p><ul class=\"line\">\(fragment: HTML(Array(links)))</ul>"
  }
}

extension Milliseconds {
  /// `30 minutes`, `1 hour`, `1 h 15 min`.
  var spoken: String {
    let minutes = wholeMinutes
    if self < .minutes(1) { return counted(wholeSeconds, "second") }
    if minutes < 60 { return counted(minutes, "minute") }
    return minutes % 60 == 0
      ? counted(minutes / 60, "hour") : "\(grouped(minutes / 60)) h \(minutes % 60) min"
  }
}
