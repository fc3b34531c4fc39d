package import Cairn
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
  /// Runs `act`, which stores an answer, and measures its effect.
  ///
  /// Measures completeness before and after in the same transaction, so no other change is included.
  package init(
    _ answer: String,
    in writer: LogWriter,
    by act: (LogWriter) throws -> Question
  ) throws {
    before = try MetadataCompleteness(writer)
    question = try act(writer)
    self.answer = (try? question.fact.value(typed: answer)) ?? answer
    after = try MetadataCompleteness(writer)
  }
}
