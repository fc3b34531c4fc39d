import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// One question at a time, and what the last answer changed.
struct AskPage {
  private let frame: PageFrame
  private let wish: QuestionRequest
  private let question: Question?
  private let books: Int64
  /// How many were passed over.
  private let skipped: Int
  private let result: AnswerResult?
  private let isAfterSession: Bool
  private let formError: FormError?

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    frame = try await PageFrame(context)
    self.formError = formError
    wish = try formError.map { QuestionRequest(sent: $0.typed) } ?? QuestionRequest(context.target.query)
    isAfterSession = wish.session != nil
    if let formError {
      skipped = formError.typed["skip"].flatMap { Int($0) }.map { min(max(0, $0), 100_000) } ?? 0
      (result, question) = (nil, try await Self.asked(formError.typed, in: context.log))
    } else {
      skipped = try context.number("skip", in: 0...100_000) ?? 0
      result = try await AnswerResult(context)
      let isOver = isAfterSession && result != nil
      let all = isOver ? [] : try await wish.questions(in: context.log)
      question = all.dropFirst(skipped).first
    }
    let writer = question?.writer?.id
    books = if let writer { try await context.log.author(writer)?.books ?? 1 } else { 1 }
  }

  /// The question that a form answered, while it is open: no other takes its place.
  private static func asked(_ form: FormValues, in log: Log) async throws -> Question? {
    let subject = try QuestionSubject(form)
    guard let book = try await log.describedBook(subject.book) else { throw CairnError.noBook }
    return try? book.openQuestion(subject.dimension, of: subject.author)
  }

  var html: HTML {
    frame.page(
      "One question",
      in: .insights,
      """
      <header class="head"><h1>\(result == nil ? "One question" : "Thank you")</h1></header>
      \(fragment: result?.html)
      \(fragment: question == nil ? formError.map { alert($0.error) } : nil)
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
      isOfOneBook: wish.book != nil,
      skipped: skipped,
      formError: formError
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
    if formError != nil { return toNext }
    if isAfterSession {
      return Empty(
        "Nothing is asked after this session any more.",
        "It was answered elsewhere, or turned away; after one session nothing else is asked.",
        ("Back to today", "/"),
        ("Another question", "/ask")
      ).html
    }
    let about = wish.dimension.map { " about \($0.noun)" } ?? ""
    return Empty(
      "There is nothing more to ask\(about).",
      skipped > 0 ? "You passed over \(skipped)." : Self.nothingOpen,
      ("Look at it", "/insights/diversity"),
      ("Back to today", "/")
    ).html
  }

  private static let nothingOpen =
    "All that may be asked is known. What you asked not to be asked of is said on the page of its "
    + "author or book."

  /// What can be done where a question is open no more.
  private var toNext: HTML {
    let other = wish.dimension.map { "/ask?dimension=\($0.name)" } ?? "/ask"
    let next: HTML = "<a class=\"button primary\" href=\"\(other)\">The next question</a>"
    return """
      <p class="actions">\(fragment: isAfterSession ? nil : next)
      <a class="button" href="/">Back to today</a></p>
      """
  }
}

extension QuestionRequest {
  /// What was wanted on the page that a form was sent from; its question is not part of it.
  init(sent form: FormValues) {
    self.init()
    let asked = form["book"].flatMap { RecordID(text: $0) }
    book = form["scope"] == "book" ? asked.map { Identifier($0) } : nil
    dimension = Dimension.core.first { $0.name == form["only"] }
    session = form["after"].flatMap { RecordID(text: $0) }.map { SessionID($0) }
  }

  /// Reads the address of a page; throws `request.field`.
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
