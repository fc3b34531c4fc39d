import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP

/// The forms of the page Account: time zone, comparison, password, tokens, sign-ins and log file.
enum AccountForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await AccountPage(context).html)
  }

  static let setZone: Handler = { context in
    try await handle(context, .zone) { form in
      let zone = try form.text("zone") ?? ""
      try await context.accountService().accounts.setZone(context.account().id, zone)
      return nil
    }
  }

  static let compare: Handler = { context in
    try await handle(context, .comparison) { form in
      try await context.setComparison(form["enabled"] == "yes")
      return nil
    }
  }

  static let setPassword: Handler = { context in
    try await handle(context, .password) { form in
      try await PasswordChange(current: form["current"] ?? "", new: form["new"] ?? "").run(context)
      return nil
    }
  }

  static let makeToken: Handler = { context in
    try await handle(context, .token) { form in
      let scopes = Credential.Scope.all.map(\.name).filter { form[$0] == "yes" }
      return try await TokenRequest(name: try form.text("name") ?? "", scopes: scopes).run(context)
        .secret
    }
  }

  static let revoke: Handler = { context in
    try await handle(context, .credentials) { _ in
      _ = try await context.revokeCredential()
      return nil
    }
  }

  static let download: Handler = { context in try await context.logFile() }

  static let restore: Handler = { context in
    do {
      guard let file = MultipartForm(context.request)?["file"] else {
        throw CairnError.noFile
      }
      if let problem = try await context.restoreLog(file).problem { throw problem }
      return .seeOther("/account")
    } catch let error as CairnError {
      let problem = Problem(error)
      let page = try await AccountPage(context, problem: (.log, problem))
      return problem.response(page: page.html)
    }
  }

  static let delete: Handler = { context in
    let form = try context.form()
    do {
      try await context.deleteAccount(password: form["password"] ?? "")
      var response = HTTPResponse.seeOther("/sign-in")
      context.requestContext.clearCookies(on: &response)
      return response
    } catch {
      let problem = Problem(error)
      guard problem.status.code < 500 else { throw error }
      let page = try await AccountPage(context, problem: (.end, problem))
      return problem.response(page: page.html)
    }
  }

  /// Redirects to the page, or shows it with a new token's secret or with the error.
  private static func handle(
    _ context: AuthenticatedContext,
    _ formID: AccountPage.FormID,
    _ action: (FormValues) async throws -> String?
  ) async throws -> HTTPResponse {
    let form = try context.form()
    do {
      guard let secret = try await action(form) else { return .seeOther("/account") }
      return HTTPResponse(.ok, page: try await AccountPage(context, secret: secret).html)
    } catch {
      let problem = Problem(error)
      guard problem.status.code < 500 else { throw error }
      let page = try await AccountPage(context, problem: (formID, problem))
      return problem.response(page: page.html)
    }
  }
}
