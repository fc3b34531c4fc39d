import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

/// The handlers of author pages and their forms.
enum AuthorForms {
  static let list: Handler = { context in
    HTTPResponse(.ok, page: try await AuthorsPage(context).html)
  }

  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await AuthorPage(context).html)
  }

  static let edit: Handler = { context in
    try await change(context) { form in
      { writer, id in
        let known = try writer.authorRow(id).facts
        let edit = try EditFacts(of: .author(id), form.saved, FactKind.ofAuthors, over: known)
        try edit.run(in: writer)
      }
    }
  }

  static let toggleQuestions: Handler = { context in
    try await change(context) { form in
      {
        try EditFacts(of: .author($1), questionsEnabled: form["questions_enabled"] == "yes").run(
          in: $0
        )
      }
    }
  }

  private typealias Rule = @Sendable (LogWriter, Identifier<Author>) throws -> Void

  /// Applies a form to the author in the path and redirects to their page.
  private static func change(
    _ context: AuthenticatedContext,
    _ rule: (FormValues) throws -> Rule
  ) async throws -> HTTPResponse {
    let (form, id) = (try context.form(), try context.authorID())
    let key = context.key(in: form)
    do {
      let rule = try rule(form)
      try await context.apply(key) { try rule($0, id) }
      return context.done(key, at: "/authors/\(id.record.text)")
    } catch let error as CairnError where error.code != "diversity.author_not_found" {
      let formError = FormError(context, formID: .author, error: error, typed: form)
      return HTTPResponse(
        Problem(error).status,
        page: try await AuthorPage(context, formError).html
      )
    }
  }
}
