package import Cairn
import CairnHTTP
import CairnInsights
package import CairnReports
package import CairnStore

/// A request to answer a question, from the page or the API.
package struct QuestionAnswer: Sendable {
  let subject: QuestionSubject
  let answer: String
  let scope: AnswerScope
  /// The session after which the question was shown.
  let session: SessionID?

  /// Creates the answer to a question that was shown.
  package init(
    _ question: Question,
    _ answer: String,
    for scope: AnswerScope,
    after session: SessionID?
  ) {
    subject = QuestionSubject(question)
    (self.answer, self.scope, self.session) = (answer, scope, session)
  }

  /// Stores the answer and returns its effect.
  ///
  /// Measures completeness before and after in the same transaction, so no other change is included. Throws
  /// `diversity.question_closed` if the question is no longer open, `diversity.author_required`,
  /// `diversity.unknown_value` and `reading.not_on_shelf`.
  package func record(_ writer: LogWriter) throws -> RecordedAnswer {
    let question = try subject.open(writer)
    let before = try MetadataCompleteness(writer)
    try writer.answer(question, answer, for: scope, after: session)
    return RecordedAnswer(
      question: question,
      answer: (try? question.fact.value(typed: answer)) ?? answer,
      before: before,
      after: try MetadataCompleteness(writer)
    )
  }

  /// Stores the answer idempotently in its own mutation and returns its effect as JSON.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    try await context.log.write("Question answered", once: key) { [self] writer in
      try record(writer).json.text
    }
  }
}

/// The effect of an answer.
package struct RecordedAnswer: Sendable {
  let question: Question
  let answer: String
  /// The completeness and points before the answer.
  package let before: MetadataCompleteness
  /// The completeness and points after the answer.
  package let after: MetadataCompleteness

  /// The effect as JSON; `docs/cli.md` documents the schema.
  package var json: JSON {
    .members(
      ("question", .string(question.text)),
      ("dimension", .string(question.dimension.name)),
      ("book", .string(question.book.entry.record.text)),
      ("author", .text(question.writer?.id.record.text)),
      ("answer", .string(answer)),
      ("before_percent_hundredths", .number(before.completeness)),
      ("after_percent_hundredths", .number(after.completeness)),
      ("points", .integer(after.points - before.points))
    )
  }
}

extension QuestionAnswer {
  /// Reads a JSON body; throws `request.field`.
  init(_ body: Input) throws(CairnError) {
    subject = try QuestionSubject(body)
    answer = body.text("answer") ?? ""
    scope = body.bool("this_book") ? .thisBook : .allBooks
    session = body.id("after").map { SessionID($0) }
  }
}

extension Question {
  /// The author's name or the book's title.
  var about: String { writer?.name ?? "“\(book.title)”" }
}
