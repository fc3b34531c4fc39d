package import Cairn
import CairnHTTP
import CairnInsights
package import CairnStore

/// The wish to answer a question, from whichever door it came.
package struct QuestionAnswer: Sendable {
  let subject: QuestionSubject
  let answer: String
  let reach: AnswerReach
  /// The session after which the question was shown.
  let session: SessionID?

  /// Answers a question that was shown.
  package init(
    _ question: Question,
    _ answer: String,
    for reach: AnswerReach,
    after session: SessionID?
  ) {
    subject = QuestionSubject(question)
    (self.answer, self.reach, self.session) = (answer, reach, session)
  }

  /// Takes the answer, and gives what it changed.
  ///
  /// Before and after are counted in the same transaction, so that nothing else is in them. Throws
  /// `diversity.not_asked` for a question that is open no more, `diversity.which_author`,
  /// `diversity.unknown_value` and `reading.not_on_shelf`.
  package func take(_ writer: LogWriter) throws -> RecordedAnswer {
    let question = try subject.open(writer)
    let before = try MetadataCompleteness(writer)
    try writer.answer(question, answer, for: reach, after: session)
    return RecordedAnswer(
      question: question,
      answer: (try? question.fact.value(typed: answer)) ?? answer,
      before: before,
      after: try MetadataCompleteness(writer)
    )
  }

  /// Takes the answer in an action of its own, once for a key, and gives as JSON what it changed.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    try await context.log.write("Answer", once: key) { [self] writer in
      try take(writer).json.text
    }
  }
}

/// What an answer changed.
package struct RecordedAnswer: Sendable {
  let question: Question
  let answer: String
  /// How much was known, and what was earned, before.
  package let before: MetadataCompleteness
  /// The same after it.
  package let after: MetadataCompleteness

  /// The shape of it: documented in `docs/cli.md`.
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
  /// Reads a body; throws `request.field`.
  init(_ body: Input) throws(CairnError) {
    subject = try QuestionSubject(body)
    answer = body.text("answer") ?? ""
    reach = body.bool("this_book") ? .thisBook : .allBooks
    session = body.id("after").map { SessionID($0) }
  }
}

extension Question {
  /// Whom or what it is about: a name or a title.
  var about: String { writer?.name ?? "“\(book.title)”" }
}
