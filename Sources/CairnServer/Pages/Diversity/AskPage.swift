import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// One question at a time, and what the last answer changed.
struct AskPage {
  private let frame: PageFrame
  private let wish: QuestionWish
  private let question: Question?
  private let books: Int64
  /// How many were passed over.
  private let skipped: Int
  private let result: AnswerResult?
  private let isAfterSession: Bool
  private let error: CairnError?

  init(_ visit: Visit, _ mishap: Mishap? = nil) async throws {
    frame = try await PageFrame(visit)
    error = mishap?.error
    let query = mishap?.typed ?? visit.target.query
    wish = try QuestionWish(query, isForm: mishap != nil)
    skipped = mishap == nil ? try visit.number("skip", in: 0...100_000) ?? 0 : 0
    result = mishap == nil ? try await AnswerResult(visit) : nil
    isAfterSession = wish.session != nil
    let isOver = isAfterSession && result != nil
    let all = isOver ? [] : try await wish.questions(in: visit.log)
    question = all.dropFirst(skipped).first
    let writer = question?.writer?.id
    books = if let writer { try await visit.log.author(writer)?.books ?? 1 } else { 1 }
  }

  var html: HTML {
    frame.page(
      "One question",
      in: .insights,
      """
      <header class="head"><h1>\(result == nil ? "One question" : "Thank you")</h1></header>
      \(fragment: result?.html)
      \(fragment: question == nil ? error.map { alert($0) } : nil)
      \(fragment: question.map(card) ?? rest)
      <p class="quiet"><a href="/insights/diversity">What all answers add up to</a></p>
      """
    )
  }

  private func card(_ question: Question) -> HTML {
    QuestionCard(
      question: question,
      books: books,
      key: frame.key,
      skip: isAfterSession ? "/" : next,
      session: wish.session,
      only: wish.dimension,
      error: error
    ).html
  }

  private var next: String {
    let own = [
      wish.book.map { "book=\($0.record.text)" }, wish.dimension.map { "dimension=\($0.name)" },
      "skip=\(skipped + 1)",
    ]
    return "/ask?" + own.compactMap(\.self).joined(separator: "&")
  }

  private var rest: HTML {
    if isAfterSession, result != nil {
      return """
        <p class="actions"><a class="button primary" href="/">Back to today</a>
        <a class="button" href="/ask">Another question</a></p>
        """
    }
    if isAfterSession {
      return Empty(
        "Nothing is asked after this session any more.",
        "It was answered elsewhere, or turned away; after one session nothing else is asked.",
        ("Back to today", "/"),
        ("Another question", "/ask")
      ).html
    }
    let about = wish.dimension.map { " about \($0.label.lowercased())" } ?? ""
    return Empty(
      "There is nothing more to ask\(about).",
      skipped > 0 ? "You passed over \(skipped)." : "All that is asked for is known.",
      ("Look at it", "/insights/diversity"),
      ("Back to today", "/")
    ).html
  }
}

/// What an answer changed, with the picture as it is now.
struct AnswerResult {
  private let before: Int64
  private let points: Int64
  private let found: Diversity

  /// Nil when the address of the page tells of no answer; throws `request.field`.
  init?(_ visit: Visit) async throws {
    guard let was = try visit.number("was", in: 0...10_000) else { return nil }
    before = Int64(was)
    points = Int64(try visit.number("points", in: 0...100_000) ?? 0)
    found = try await Diversity(of: visit.log)
  }

  var html: HTML {
    let now = found.completeness.value ?? 0
    return """
      <section class="card completion" aria-labelledby="result">
      \(fragment: CompletionRing(hundredths: now).html)
      <div role="status"><h2 id="result">\(percent(before)) → \(percent(now)) known</h2>
      <p class="quiet">\(points > 0 ? "+\(points) points" : "")</p></div></section>
      \(fragment: RadarCard(chart: found.completenessChart, found: found, id: "completeness", isAlone: true).html)
      """
  }
}

extension QuestionWish {
  /// Reads the address of a page, or the form that was sent from it; throws `request.field`.
  init(_ values: FormValues, isForm: Bool) throws(CairnError) {
    self.init()
    if let text = values["book"] {
      guard let id = RecordID(text: text) else { throw .field("book", "takes an id") }
      book = Identifier(id)
    }
    if let text = values["dimension"] {
      guard let known = Dimension.core.first(where: { $0.name == text }) else {
        throw .field(
          "dimension",
          "takes \(Dimension.core.map(\.name).joined(separator: ", "))"
        )
      }
      dimension = known
    }
    session = values["after"].flatMap { RecordID(text: $0) }.map { SessionID($0) }
    if isForm { session = nil }
  }
}
