import Cairn
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension AddPage {
  /// Reads what a past session is most likely about; `line` is the line typed so far.
  init(_ context: AuthenticatedContext, line: String? = nil, _ formError: FormError? = nil)
    async throws
  {
    let understood: UnderstoodLine? =
      if let line { try await UnderstoodLine(line, context) } else { nil }
    self.init(
      frame: try await PageFrame(context),
      modules: context.modules,
      likely: try await LikelySubjects(context.log),
      understood: understood,
      formError: formError
    )
  }
}

extension LikelySubjects {
  init(_ log: Log) async throws {
    let stories = try await log.recentStories(limit: 200)
    self.init(
      books: try await log.openBooks(limit: 4),
      stories: Array(stories.filter { !$0.isDone }.prefix(2)),
      place: try await log.climbingPlaces().first ?? "",
      titles: try await log.recentTitles()
    )
  }
}

extension UnderstoodLine {
  /// Reads a line by the rules with which ``TrackTypedLine`` logs it.
  init(_ text: String, _ context: AuthenticatedContext) async throws {
    let draft = TypedDraft([text])
    let (subject, near) = try await Self.subject(draft, context.log)
    var time: Range<Instant>?
    var problem = subject?.isKnown == true ? nil : draft.ambiguity
    do {
      time = try draft.time.map { (text) throws(CairnError) in try context.times.range(text).value }
    } catch {
      problem = problem ?? error
    }
    self.init(text: text, draft: draft, subject: subject, near: near, time: time, problem: problem)
  }

  private static func subject(_ draft: TypedDraft, _ log: Log) async throws -> (Subject?, [String])
  {
    guard let words = draft.subject else { return (nil, []) }
    switch TypedLine.about(words) {
    case .climbing: return (.climbing, [])
    case .listening(let title): return (try await story(title, log) ?? .newStory(title), [])
    case .reading(let title): return try await book(title, log)
    case .title(let title):
      let isBook = try await !log.books(titled: title).isEmpty
      if !isBook, let story = try await story(title, log) { return (story, []) }
      return try await book(title, log)
    }
  }

  private static func story(_ title: String, _ log: Log) async throws -> Subject? {
    try await log.stories(titled: title).first.map { .story($0) }
  }

  private static func book(_ title: String, _ log: Log) async throws -> (Subject, [String]) {
    let near = try await log.books(matching: title)
    let titled = near.filter { folded($0.title) == folded(title) }
    if titled.count == 1 { return (.book(titled[0]), []) }
    return (.newBook(title), near.map(\.title))
  }
}

extension AuthenticatedContext {
  /// The reader of typed times, in the person's zone.
  var times: TimeReader { TimeReader(now: now, zone: zone) }
}
