import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

/// A request to stop a session, from the page or the API.
struct StopRequest: Sendable {
  /// The act.
  var stop: StopSession
  /// Records that a question was shown after reading, as a page does; the log selects the question.
  var recordsQuestion = false
  /// Includes that question in the response, or null without one.
  var includesQuestion = false

  /// Stops the session and returns it as JSON; throws the errors of `StopSession.run`.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    try await context.log.write(once: key) { writer in
      try stop.run(in: writer)
      let question = recordsQuestion ? try writer.question(after: stop.id) : nil
      let report = try question.map { try writer.report($0) }
      return EndedSession(
        session: try writer.sessionReport(stop.id),
        question: includesQuestion ? .some(report) : nil
      ).json.text
    }
  }
}

extension StopRequest {
  static let members =
    StopSession.fields.schemaFields + [
      SchemaField("ask", .bool, "also return one question about the book, if one is due")
    ]

  /// Reads the body of `POST /api/v1/sessions/{id}/end`; throws `request.field`.
  init(_ id: SessionID, _ input: Input, zone: String) throws(CairnError) {
    stop = try StopSession(id, input, zone: zone)
    (recordsQuestion, includesQuestion) = (input.bool("ask"), input.bool("ask"))
  }
}

/// A stopped session, with a question or null if one was requested.
struct EndedSession: JSONModel {
  let session: SessionReport
  let question: QuestionReport??

  static let fields = JSONFields<EndedSession>(
    named: "EndedSession",
    SessionReport.fields.flattened(\.session),
    [.optional("question", meaning: "present if the request has `ask`", \.question)]
  )
}

extension LogWriter {
  /// Returns a question with the number of books by its author.
  fileprivate func report(_ question: Question) throws -> QuestionReport {
    QuestionReport(question, books: try question.writer.map { try authorRow($0.id).books })
  }
}
