import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The page with one question at a time and the result of the last answer.
struct AskPage {
  private let frame: PageFrame
  private let request: QuestionRequest
  private let question: Question?
  private let books: Int64
  /// The number of skipped questions.
  private let skipped: Int
  private let result: AnswerResult?
  private let isAfterSession: Bool
  private let formError: FormError?

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    frame = try await PageFrame(context)
    self.formError = formError
    request =
      try formError.map { QuestionRequest(sent: $0.typed) } ?? QuestionRequest(context.target.query)
    isAfterSession = request.session != nil
    if let formError {
      skipped = formError.typed["skip"].flatMap { Int($0) }.map { min(max(0, $0), 100_000) } ?? 0
      (result, question) = (nil, try await Self.requested(formError.typed, in: context.log))
    } else {
      skipped = try context.number("skip", in: 0...100_000) ?? 0
      result = try await AnswerResult(context)
      let isOver = isAfterSession && result != nil
      let all = isOver ? [] : try await request.questions(in: context.log)
      question = all.dropFirst(skipped).first
    }
    let writer = question?.writer?.id
    books = if let writer { try await context.log.author(writer)?.books ?? 1 } else { 1 }
  }

  /// Returns the question the form answered, if it is still open; never another one.
  private static func requested(_ form: FormValues, in log: Log) async throws -> Question? {
    let subject = try QuestionSubject(form)
    guard let book = try await log.describedBook(subject.book) else { throw CairnError.notOnShelf }
    return try? subject.open(book)
  }

  var html: HTML {
    frame.page(
      "Quick question",
      in: .insights,
      """
      <header class="head"><h1>\(result == nil ? "Quick question" : "Thank you")</h1></header>
      \(fragment: result?.html)
      \(fragment: question == nil ? formError.map { alert($0.error) } : nil)
      \(fragment: question.map(card) ?? progress)
      <p class="quiet"><a href="/insights/diversity">See results</a></p>
      """
    )
  }

  private func card(_ question: Question) -> HTML {
    QuestionCard(
      question: question,
      books: books,
      key: frame.key,
      skip: isAfterSession ? "/" : next,
      session: request.session,
      only: request.dimension,
      isSingleBook: request.book != nil,
      skipped: skipped,
      formError: formError
    ).html
  }

  private var next: String {
    let own = [
      request.book.map { "book=\($0.record.text)" },
      request.dimension.map { "dimension=\($0.name)" },
      "skip=\(skipped + 1)",
    ]
    return "/ask?" + own.compactMap(\.self).joined(separator: "&")
  }

  private var progress: HTML {
    if isAfterSession, result != nil {
      return """
        <p class="actions"><a class="button primary" href="/">Back to today</a>
        <a class="button" href="/ask">Another question</a></p>
        """
    }
    if formError != nil { return nextLinks }
    if isAfterSession {
      return EmptyState(
        "No question for this session.",
        "It was already answered or skipped. Each session brings at most one question.",
        ("Back to today", "/"),
        ("Another question", "/ask")
      ).html
    }
    let about = request.dimension.map { " about \($0.noun)" } ?? ""
    return EmptyState(
      "No more questions\(about).",
      skipped > 0 ? "You skipped \(skipped)." : Self.nothingOpen,
      ("See results", "/insights/diversity"),
      ("Back to today", "/")
    ).html
  }

  private static let nothingOpen =
    "Everything is filled in. Questions you turned off are listed on the page of the author or "
    + "book."

  /// Links for when the question is no longer open.
  private var nextLinks: HTML {
    let other = request.dimension.map { "/ask?dimension=\($0.name)" } ?? "/ask"
    let next: HTML = "<a class=\"button primary\" href=\"\(other)\">Next question</a>"
    return """
      <p class="actions">\(fragment: isAfterSession ? nil : next)
      <a class="button" href="/">Back to today</a></p>
      """
  }
}

extension QuestionRequest {
  /// Restores the options of the page the form was sent from, without its question.
  init(sent form: FormValues) {
    self.init()
    let requested = form["book"].flatMap { RecordID(text: $0) }
    book = form["scope"] == "book" ? requested.map { Identifier($0) } : nil
    dimension = Dimension.core.first { $0.name == form["only"] }
    session = form["after"].flatMap { RecordID(text: $0) }.map { SessionID($0) }
  }

  /// Parses the query of a page; throws `request.field`.
  init(_ values: FormValues) throws(CairnError) {
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
  }
}
