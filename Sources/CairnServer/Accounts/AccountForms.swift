import Cairn
import CairnHTTP
import CairnStore

/// `/account`: who may come in, and with what.
enum AccountForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await AccountPage(visit).html)
  }

  static let setZone: Handler = { visit in
    try await handle(visit, .zone) { form in
      let zone = try form.text("zone") ?? ""
      try await visit.household().accounts.setZone(visit.account().id, zone)
      return nil
    }
  }

  static let compare: Handler = { visit in
    try await handle(visit, .comparison) { form in
      try await visit.setCompared(form["takes_part"] == "yes")
      return nil
    }
  }

  static let setPassword: Handler = { visit in
    try await handle(visit, .password) { form in
      try await PasswordChange(current: form["current"] ?? "", new: form["new"] ?? "").run(visit)
      return nil
    }
  }

  static let makeToken: Handler = { visit in
    try await handle(visit, .token) { form in
      let scopes = Pass.Scope.all.map(\.name).filter { form[$0] == "yes" }
      return try await TokenWish(name: try form.text("name") ?? "", scopes: scopes).run(visit)
        .secret
    }
  }

  static let revoke: Handler = { visit in
    try await handle(visit, .passes) { _ in
      _ = try await visit.revokePass()
      return nil
    }
  }

  static let download: Handler = { visit in try await visit.logFile() }

  static let restore: Handler = { visit in
    do {
      guard let file = MultipartForm(visit.request)?["file"] else {
        throw CairnError.malformed("The form has no file.")
      }
      _ = try await visit.accountLog().restore(file)
      return .seeOther("/account")
    } catch let error as CairnError {
      let problem = Problem(error)
      let page = try await AccountPage(visit, problem: (.log, problem))
      return problem.response(page: page.html)
    }
  }

  static let delete: Handler = { visit in
    let form = try visit.form()
    do {
      try await visit.deleteAccount(password: form["password"] ?? "")
      var response = HTTPResponse.seeOther("/sign-in")
      visit.knock.clearCookies(on: &response)
      return response
    } catch {
      let problem = Problem(error)
      guard problem.status.code < 500 else { throw error }
      let page = try await AccountPage(visit, problem: (.end, problem))
      return problem.response(page: page.html)
    }
  }

  /// Leads back to the page, or shows it with a secret to be told once, or with what was refused.
  private static func handle(
    _ visit: Visit,
    _ place: AccountPage.Place,
    _ action: (FormValues) async throws -> String?
  ) async throws -> HTTPResponse {
    let form = try visit.form()
    do {
      guard let secret = try await action(form) else { return .seeOther("/account") }
      return HTTPResponse(.ok, page: try await AccountPage(visit, secret: secret).html)
    } catch {
      let problem = Problem(error)
      guard problem.status.code < 500 else { throw error }
      let page = try await AccountPage(visit, problem: (place, problem))
      return problem.response(page: page.html)
    }
  }
}
