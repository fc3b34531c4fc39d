import Cairn
import CairnAccounts
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore

/// The handlers of the page Connections and its forms.
enum ConnectionForms {
  private static let path = "/settings/connections"

  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await ConnectionsPage(context).html)
  }

  static let add: Handler = { context in
    try await handle(context) { form in
      try await context.addConnection(.koreader, named: form["name"] ?? "")
    }
  }

  static let renewPassword: Handler = { context in
    try await handle(context) { _ in try await context.renewConnectionPassword() }
  }

  static let pause: Handler = { context in
    try await handle(context) { form in
      _ = try await context.pauseConnection(form["paused"] == "yes")
      return nil
    }
  }

  static let remove: Handler = { context in
    try await handle(context) { _ in
      _ = try await context.removeConnection()
      return nil
    }
  }

  static let match: Handler = { context in
    try await handle(context) { form in
      let choice = BookChoice(NewBook(title: try form.text("title") ?? ""))
      let book = try await context.log.write { try choice.known(in: $0) }
      guard let book else { throw CairnError.notOnShelf }
      _ = try await context.matchDocument(book)
      return nil
    }
  }

  /// Redirects to the page, or shows it with a new password or with the error.
  private static func handle(
    _ context: AuthenticatedContext,
    _ act: (FormValues) async throws -> NewConnection?
  ) async throws -> HTTPResponse {
    let form = try context.form()
    do {
      guard let new = try await act(form) else { return .seeOther(path) }
      return HTTPResponse(.ok, page: try await ConnectionsPage(context, new: new).html)
    } catch let error as CairnError {
      let formError = FormError(context, formID: .connection, error: error, typed: form)
      let page = try await ConnectionsPage(context, formError)
      return HTTPResponse(Problem(error).status, page: page.html)
    }
  }
}
