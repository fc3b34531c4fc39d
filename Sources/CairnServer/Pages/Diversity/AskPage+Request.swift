import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension AskPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let frame = try await PageFrame(context)
    let request =
      try formError.map { QuestionRequest(sent: $0.typed) } ?? QuestionRequest(context.target.query)
    let result = formError == nil ? try await AnswerResult(context) : nil
    let skipped = try Self.skipped(context, formError)
    let question: Question? =
      if let formError {
        try await Self.requested(formError.typed, in: context.log)
      } else if request.session == nil || result == nil {
        try await request.questions(in: context.log).dropFirst(skipped).first
      } else {
        nil
      }
    self.init(
      frame: frame,
      book: request.book,
      dimension: request.dimension,
      session: request.session,
      question: question,
      books: try await question?.booksOfWriter(in: context.log) ?? 1,
      skipped: skipped,
      result: result,
      formError: formError
    )
  }

  private static func skipped(
    _ context: AuthenticatedContext,
    _ formError: FormError?
  ) throws(CairnError) -> Int {
    guard let formError else { return try context.number("skip", in: 0...100_000) ?? 0 }
    return formError.typed["skip"].flatMap { Int($0) }.map { min(max(0, $0), 100_000) } ?? 0
  }

  /// Returns the question the form answered, if it is still open; never another one.
  private static func requested(_ form: FormValues, in log: Log) async throws -> Question? {
    let subject = try QuestionSubject(form)
    guard let book = try await log.describedBook(subject.book) else { throw CairnError.notOnShelf }
    return try? subject.open(book)
  }
}

extension Question {
  /// Returns the number of books that an answer applies to: those of its author, else one.
  func booksOfWriter(in log: Log) async throws -> Int64 {
    guard let writer else { return 1 }
    return try await log.author(writer.id)?.books ?? 1
  }
}

extension AnswerResult {
  /// Reads the answer that the address names in `done`; nil without one.
  ///
  /// It is read from the history entry of the answer, so a forged address cannot fake it.
  fileprivate init?(_ context: AuthenticatedContext) async throws {
    guard let line = context.target.query["done"].flatMap({ RecordID(text: $0) }),
      let text = try await context.log.response(of: line),
      let outcome = try? JSON(parsing: Array(text.utf8)),
      outcome["before_percent_hundredths"] != nil
    else { return nil }
    self.init(
      before: outcome.number("before_percent_hundredths"),
      after: outcome.number("after_percent_hundredths"),
      points: outcome.number("points"),
      found: try await Diversity(of: context.log)
    )
  }
}

extension JSON {
  fileprivate func number(_ name: String) -> Int64 {
    guard case .integer(let number)? = self[name] else { return 0 }
    return number
  }
}

extension QuestionRequest {
  /// Restores the options of the page the form was sent from, without its question.
  fileprivate init(sent form: FormValues) {
    self.init()
    let requested = form["book"].flatMap { RecordID(text: $0) }
    book = form["scope"] == "book" ? requested.map { Identifier($0) } : nil
    dimension = Dimension.core.first { $0.name == form["only"] }
    session = form["after"].flatMap { RecordID(text: $0) }.map { SessionID($0) }
  }

  /// Parses the query of a page; throws `request.field`.
  fileprivate init(_ values: FormValues) throws(CairnError) {
    self.init()
    if let text = values["book"] {
      guard let id = RecordID(text: text) else { throw .field("book", "takes an id") }
      book = Identifier(id)
    }
    if let text = values["dimension"] {
      guard let known = Dimension.core.first(where: { $0.name == text }) else {
        throw .field(
          "dimension",
          "takes \(Dimension.core.map { $0.name }.joined(separator: ", "))"
        )
      }
      dimension = known
    }
    session = values["after"].flatMap { RecordID(text: $0) }.map { SessionID($0) }
  }
}
