import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/questions`: single questions about missing facts.
enum QuestionHandlers {
  private static let dimension = JSONSchema.choice(Dimension.core.map(\.name))

  private static let questionList: JSONFields<(questions: [QuestionReport], left: Int)> = [
    .init("questions") { $0.questions },
    .init("left") { $0.left },
  ]

  static let list = Endpoint(
    "List the open questions, about the most recently read books first.",
    query: [
      .ofBook, SchemaField("dimension", dimension, "only this dimension"),
      SchemaField("after", .id, "the question shown after this session"),
      .limit(1),
    ],
    gives: questionList
  ) { context in
    let questionRequest = QuestionRequest(context.query)
    let all = try await questionRequest.questions(in: context.log)
    let rows = try await context.log.authors()
    let shown = all.prefix(Int(context.query.integer("limit") ?? 1)).map { one in
      let books = one.writer.flatMap { writer in rows.first { $0.id == writer.id }?.books }
      return QuestionReport(one, books: books)
    }
    return (shown, all.count)
  }

  static let answer = Endpoint(
    "Answer a question; an answer about an author applies to all their books.",
    body: AnswerQuestion.fields.schemaFields,
    gives: .json(RecordedAnswer.self)
  ) { context in
    let act = try AnswerQuestion(context.body)
    return try await context.write { writer in
      try RecordedAnswer(act.answer, in: writer) { try act.run(in: $0) }.json
    }
  }

  private static let skipped: JSONFields<(text: String, next: QuestionReport?)> = [
    .init("skipped") { $0.text },
    .init("question") { $0.next },
  ]

  static let skip = Endpoint(
    "Skip a question and get the next one; nothing is stored.",
    body: QuestionSubject.fields.schemaFields + [
      SchemaField(
        "after",
        .id,
        "the session after which the question was shown, which has no other question"
      )
    ],
    gives: skipped
  ) { context in
    let subject = try QuestionSubject(context.body)
    guard let book = try await context.log.describedBook(subject.book) else {
      throw CairnError.notOnShelf
    }
    let open = try subject.open(book)
    let isAfterSession = context.body.id("after") != nil
    let next =
      isAfterSession ? nil : try await QuestionRequest().question(after: open, in: context.log)
    return (open.text, try await next.report(in: context.log))
  }

  private static let turnedOff: JSONFields<Question> = [
    .init("about", \.about),
    .init("questions_enabled") { _ in false },
  ]

  static let never = Endpoint(
    "Turn off questions about the author or book of a question.",
    body: QuestionSubject.fields.schemaFields,
    gives: .json(turnedOff)
  ) { context in
    let act = StopAsking(try QuestionSubject(context.body))
    return try await context.write { turnedOff.json(try act.run(in: $0)) }
  }
}

extension Question {
  /// The author's name or the book's title.
  var about: String { writer?.name ?? "“\(book.title)”" }
}

/// A request for open questions, with filters.
struct QuestionRequest: Sendable {
  var book: Identifier<Entry>?
  var dimension: Dimension?
  /// The session after which a question was shown.
  var session: SessionID?

  /// Creates a request without filters.
  init() {}

  init(_ query: Input) {
    book = query.id("book").map { Identifier($0) }
    dimension = query.text("dimension").flatMap { Dimension(name: $0) }
    session = query.id("after").map { SessionID($0) }
  }

  /// Returns the open questions, most recently read books first; throws `reading.not_on_shelf`.
  ///
  /// Without a book or a dimension, returns one question for each book. A question about an author appears once.
  func questions(in log: Log) async throws -> [Question] {
    if let session { return try await log.question(shownAfter: session).map { [$0] } ?? [] }
    if let book {
      guard let book = try await log.describedBook(book) else { throw CairnError.notOnShelf }
      return Question.all(about: book).filter { dimension == nil || $0.dimension == dimension }
    }
    let first = try await log.questions()
    guard let dimension else { return first.withoutRepeatedAuthors }
    return first.flatMap { Question.all(about: $0.book) }.filter { $0.dimension == dimension }
      .withoutRepeatedAuthors
  }
}

extension QuestionRequest {
  /// Returns the question that follows another one; nil after the last.
  ///
  /// Looks in the list that the filters give, else in the list of the other question's dimension.
  func question(after one: Question, in log: Log) async throws -> Question? {
    let same = { @Sendable (other: Question) in
      other.dimension == one.dimension
        && (other.writer.map { $0.id == one.writer?.id } ?? (other.book.work == one.book.work))
    }
    let first = try await questions(in: log)
    if let index = first.firstIndex(where: same) { return first.dropFirst(index + 1).first }
    var narrow = self
    narrow.dimension = one.dimension
    let all = try await narrow.questions(in: log)
    return all.firstIndex(where: same).flatMap { all.dropFirst($0 + 1).first }
  }
}

extension Question? {
  /// Returns the question with the number of books by its author, or nil.
  func report(in log: Log) async throws -> QuestionReport? {
    guard let question = self else { return nil }
    guard let id = question.writer?.id else { return QuestionReport(question, books: 1) }
    return QuestionReport(question, books: try await log.author(id)?.books)
  }
}

extension [Question] {
  /// The questions without repeats about the same author and fact.
  fileprivate var withoutRepeatedAuthors: [Question] {
    var seen: Set<String> = []
    return filter { one in
      guard let writer = one.writer else { return true }
      return seen.insert("\(writer.id.record.text) \(one.fact.name)").inserted
    }
  }
}
