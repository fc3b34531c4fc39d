import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore

/// The form `/setup/{secret}`, which creates the first account with the link printed at startup.
enum SetupForms {
  static let show: UnauthenticatedHandler = { context in
    try await context.requireSetupSecret()
    try HostAndOriginCheck(context.server.dependencies, context.request).learnHost(context.request)
    return HTTPResponse(.ok, page: SetupPage(context).html)
  }

  static let create: UnauthenticatedHandler = { context in
    // Checked before the expensive password hash; the secret is too long to guess.
    try await context.requireSetupSecret()
    let form = try context.form()
    let name = try form.text("name") ?? ""
    do {
      let accountService = try context.accountService()
      let account = try await accountService.add(
        name,
        password: form["password"] ?? "",
        zone: (accountService.accounts.environment.zone(form["zone"] ?? "")
          ?? context.server.dependencies.zone)
          .name,
        setupSecret: context.captures["secret"] ?? ""
      )
      var response = HTTPResponse.seeOther("/")
      try await context.issueCredential(account).set(on: &response)
      return response
    } catch let error as CairnError where error.code != CairnError.invalidSetupLink.code {
      let page = SetupPage(context, name: name, error: error)
      return HTTPResponse(Problem(error).status, page: page.html)
    }
  }
}

extension RequestContext {
  /// Throws `account.invalid_setup_link` unless the path contains the printed secret.
  fileprivate func requireSetupSecret() async throws {
    let secret = captures["secret"] ?? ""
    guard try await accountService().accounts.isSetupSecret(secret) else {
      throw CairnError.invalidSetupLink
    }
  }
}

/// The page that asks for the first account's name and password.
struct SetupPage {
  private let theme: Theme
  private let path: String
  private let name: String
  private let error: CairnError?

  init(_ context: RequestContext, name: String = "", error: CairnError? = nil) {
    (theme, self.name, self.error) = (Theme(context.request), name, error)
    path = "/setup/" + PercentCoding.encoded(context.captures["secret"] ?? "")
  }

  var html: HTML {
    Layout(title: "Welcome", theme: theme, assets: .served, showsNavigation: false).html(
      """
      <section class="card" aria-labelledby="welcome">
      <h1 id="welcome">Create the first account</h1>
      <form class="form" method="post" action="\(path)">
      <input type="hidden" name="zone" data-zone>
      \(fragment: error.map { alert($0) })
      <div class="field">
      <label for="name">Name</label>
      <input id="name" name="name" autocomplete="username" autocapitalize="none" required \
      maxlength="64" value="\(name)" autofocus>
      </div>
      \(fragment: PasswordField.new("password", "Password"))
      <button class="wide primary">Create account</button>
      </form>
      </section>
      """
    )
  }
}
