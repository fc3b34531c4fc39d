import Cairn
package import CairnActions
import CairnInsights
package import CairnReports
package import CairnStore

/// The effect of an answer.
package struct RecordedAnswer: Sendable {
  let question: Question
  let answer: String
  /// The completeness and points before the answer.
  package let before: MetadataCompleteness
  /// The completeness and points after the answer.
  package let after: MetadataCompleteness
}

extension RecordedAnswer: JSONModel {
  package static let fields = JSONFields<RecordedAnswer>(
    named: "QuestionAnswer",
    [
      .init("question", \.question.text),
      .init("dimension", \.question.dimension),
      .init("book", \.question.book.entry),
      .init("author") { $0.question.writer?.id },
      .init("answer", \.answer),
      .init("before_percent_hundredths", .percent, \.before.completeness),
      .init("after_percent_hundredths", .percent, \.after.completeness),
      .init("points", .integer) { $0.after.points - $0.before.points },
    ]
  )
}

extension RecordedAnswer {
  /// Stores an answer and measures its effect.
  ///
  /// Measures completeness before and after in the same transaction, so no other change is included.
  package init(_ act: AnswerQuestion, in writer: LogWriter) throws {
    before = try MetadataCompleteness(writer)
    question = try act.run(in: writer)
    answer = (try? question.fact.value(typed: act.answer)) ?? act.answer
    after = try MetadataCompleteness(writer)
  }
}

extension AnswerQuestion {
  /// Reads a JSON body; throws `request.field`.
  init(_ body: Input) throws(CairnError) {
    self.init(
      try QuestionSubject(body),
      body.text("answer") ?? "",
      for: body.bool("this_book") ? .thisBook : .allBooks,
      after: body.id("after").map { SessionID($0) }
    )
  }
}

extension QuestionSubject {
  /// Reads a JSON body; throws `request.field`.
  init(_ body: Input) throws(CairnError) {
    guard let book = body.id("book") else { throw .field("book", "is needed") }
    guard let dimension = body.text("dimension").flatMap({ Dimension(name: $0) }) else {
      throw .field("dimension", "is needed")
    }
    self.init(Identifier(book), dimension, of: body.id("author").map { Identifier($0) })
  }
}

extension Question {
  /// The author's name or the book's title.
  var about: String { writer?.name ?? "“\(book.title)”" }
}
