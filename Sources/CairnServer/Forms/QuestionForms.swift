import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnJSON
import CairnPages
import CairnStore
import CairnReports

/// The handlers of the question page and its forms.
enum QuestionForms {
  static let show: Handler = { context in
    try context.allowQuery(["book", "dimension", "skip", "after", "done"])
    return HTTPResponse(.ok, page: try await AskPage(context).html)
  }

  static let answer: Handler = { context in
    try await handle(context) { form in
      let key = context.key(in: form)
      let act = try AnswerQuestion(form: form)
      _ = try await context.log.write(once: key) { writer in
        try RecordedAnswer(act.answer, in: writer) { try act.run(in: $0) }.json.text
      }
      return context.done(key, at: address(form))
    }
  }

  static let never: Handler = { context in
    try await handle(context) { form in
      let (act, key) = (StopAsking(try QuestionSubject(form)), context.key(in: form))
      try await context.apply(key) { try act.run(in: $0) }
      return context.done(key, at: form["after"] == nil ? address(form) : "/")
    }
  }

  /// Returns the address of the next question, of the same dimension if the page shows only one.
  private static func address(_ form: FormValues) -> String {
    let parts = ["after": form["after"], "dimension": form["only"]]
    let said = parts.compactMap { name, value in
      value.map { "\(name)=\(PercentCoding.encoded($0))" }
    }
    return said.isEmpty ? "/ask" : "/ask?" + said.sorted().joined(separator: "&")
  }

  private static func handle(
    _ context: AuthenticatedContext,
    _ action: (FormValues) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let form = try context.form()
    do { return try await action(form) } catch let error as CairnError
      where error.code != "reading.not_on_shelf"
    {
      let formError = FormError(context, formID: .question, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await AskPage(context, formError).html)
    }
  }
}

extension AnswerQuestion {
  /// Parses a form: a button, a text, or check boxes for features; throws `request.field`.
  fileprivate init(form: FormValues) throws(CairnError) {
    try self.init(form)
    let boxes = Category.features.filter { form["has-\($0.value)"] != nil }.map(\.value)
    if answer.isEmpty { answer = boxes.joined(separator: " ") }
    guard !answer.isEmpty else { throw .noAnswer }
  }
}

extension CairnError {
  /// The error of a form without an answer.
  fileprivate static var noAnswer: CairnError {
    CairnError(
      "request.field",
      "No answer was chosen.",
      hint: "Choose an answer, or skip the question."
    )
  }
}
