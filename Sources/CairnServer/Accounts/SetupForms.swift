import Cairn
import CairnHTTP
import CairnStore

/// `/setup/{secret}`: the first account, made by whoever was shown the link.
enum SetupForms {
  static let show: OpenHandler = { knock in
    try await knock.requireSetupSecret()
    return HTTPResponse(.ok, page: SetupPage(knock).html)
  }

  static let create: OpenHandler = { knock in
    // Before the password is hashed: that is dear, and this is not a secret that can be guessed.
    try await knock.requireSetupSecret()
    let form = try knock.form()
    let name = try form.text("name") ?? ""
    do {
      let household = try knock.household()
      let account = try await household.add(
        name,
        password: form["password"] ?? "",
        zone: (household.accounts.environment.zone(form["zone"] ?? "") ?? knock.server.world.zone)
          .name,
        setupSecret: knock.captures["secret"] ?? ""
      )
      var response = HTTPResponse.seeOther("/")
      try await knock.letIn(account).set(on: &response)
      return response
    } catch let error as CairnError where error.code != CairnError.noSetupLink.code {
      let page = SetupPage(knock, name: name, error: error)
      return HTTPResponse(Problem(error).status, page: page.html)
    }
  }
}

extension Knock {
  /// Throws `account.setup_link` unless the path has the secret that was printed.
  fileprivate func requireSetupSecret() async throws {
    let secret = captures["secret"] ?? ""
    guard try await household().accounts.isSetupSecret(secret) else { throw CairnError.noSetupLink }
  }
}

/// Asks the first person for a name and a password.
struct SetupPage {
  private let theme: Theme
  private let path: String
  private let name: String
  private let error: CairnError?

  init(_ knock: Knock, name: String = "", error: CairnError? = nil) {
    (theme, self.name, self.error) = (Theme(knock.request), name, error)
    path = "/setup/" + HTTPTarget.encoded(knock.captures["secret"] ?? "")
  }

  var html: HTML {
    Layout(title: "Welcome", theme: theme, leadsOn: false).html(
      """
      <section class="card" aria-labelledby="welcome">
      <h1 id="welcome">Make the first account</h1>
      <form class="form" method="post" action="\(path)">
      <input type="hidden" name="zone" data-zone>
      \(fragment: error.map { alert($0) })
      <div class="field">
      <label for="name">Name</label>
      <input id="name" name="name" autocomplete="username" autocapitalize="none" required \
      maxlength="64" value="\(name)" autofocus>
      </div>
      \(fragment: PasswordField.new("password", "Password"))
      <button class="wide primary">Make the account</button>
      </form>
      </section>
      """
    )
  }
}
