import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore
import CairnSync

/// The handlers of the Conflicts page and its forms.
enum ConflictForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await ConflictsPage(context).html)
  }

  static let useLosingValue: Handler = { context in
    try await resolve(context) { try $0.useLosingValue($1) }
  }

  static let keepCurrentValue: Handler = { context in
    try await resolve(context) { try $0.keepCurrentValue($1) }
  }

  private static func resolve(
    _ context: AuthenticatedContext,
    _ rule: @escaping @Sendable (LogWriter, RecordID) throws -> ConflictView
  ) async throws -> HTTPResponse {
    let (form, id) = (try context.form(), try context.id("id"))
    let key = context.key(in: form)
    do {
      try await context.apply(key) { _ = try rule($0, id) }
      return context.done(key, at: "/conflicts")
    } catch let error as CairnError {
      let reportedError = FormError(context, formID: .settings, error: error, typed: form).error
      let page = try await ConflictsPage(context, (id, reportedError))
      return HTTPResponse(Problem(reportedError).status, page: page.html)
    }
  }
}
