import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The wish to answer a question, from whichever door it came.
struct QuestionAnswer: Sendable {
  let book: Identifier<Entry>
  let dimension: Dimension
  let answer: String
  let reach: AnswerReach
  /// The session after which the question was shown.
  let session: SessionID?

  /// Takes the answer, and gives as JSON what it changed.
  ///
  /// Before and after are counted in the same transaction, so that nothing else is in them. Throws
  /// `diversity.not_asked`, `diversity.unknown_value` and `reading.not_on_shelf`.
  func run(_ visit: Visit, once key: RequestKey?) async throws -> String {
    try await visit.log.write("Answer", once: key) { [self] writer in
      let question = try writer.openQuestion(book, dimension)
      let before = try ShelfStanding(writer)
      try writer.answer(question, answer, for: reach, after: session)
      return json(question, from: before, to: try ShelfStanding(writer)).text
    }
  }

  private func json(_ question: Question, from old: ShelfStanding, to new: ShelfStanding) -> JSON {
    .members(
      ("question", .string(question.text)),
      ("dimension", .string(dimension.name)),
      ("book", .string(book.record.text)),
      ("answer", .string((try? question.fact.value(typed: answer)) ?? answer)),
      ("before_percent_hundredths", .number(old.completeness)),
      ("after_percent_hundredths", .number(new.completeness)),
      ("points", .integer(new.points - old.points))
    )
  }
}

extension QuestionAnswer {
  /// Reads a body; throws `request.field`.
  init(_ body: Input) throws(CairnError) {
    (book, dimension) = try Self.subject(body)
    answer = body.text("answer") ?? ""
    reach = body.bool("this_book") ? .thisBook : .allBooks
    session = body.id("after").map { SessionID($0) }
  }

  /// What a question is about; throws `request.field`.
  static func subject(_ body: Input) throws(CairnError) -> (Identifier<Entry>, Dimension) {
    guard let book = body.id("book") else { throw .field("book", "is needed") }
    guard let dimension = body.text("dimension").flatMap({ Dimension(name: $0) }) else {
      throw .field("dimension", "is needed")
    }
    return (Identifier(book), dimension)
  }
}

extension LogWriter {
  /// What is open about a book in a dimension; throws `diversity.not_asked` when nothing is, and
  /// `reading.not_on_shelf`.
  func openQuestion(_ id: Identifier<Entry>, _ dimension: Dimension) throws -> Question {
    guard let book = try describedBook(id) else { throw CairnError.noBook }
    return try book.openQuestion(dimension)
  }
}

extension DescribedBook {
  /// What is open about it in a dimension; throws `diversity.not_asked` when nothing is.
  func openQuestion(_ dimension: Dimension) throws(CairnError) -> Question {
    if let open = Question.all(about: self).first(where: { $0.dimension == dimension }) {
      return open
    }
    throw CairnError(
      "diversity.not_asked",
      "Nothing is asked about “\(title)” and its \(dimension.label.lowercased()).",
      hint: "It is known already, or you asked not to be asked. Edit it instead."
    )
  }
}

extension Question {
  /// Whom or what it is about: a name or a title.
  var about: String { writer?.name ?? "“\(book.title)”" }
}
