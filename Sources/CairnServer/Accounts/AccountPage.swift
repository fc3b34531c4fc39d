import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages

/// The page Account: time zone, sign-ins, tokens, password.
struct AccountPage {
  /// The form that an error belongs to.
  enum FormID { case zone, credentials, token, password, comparison, log, end }

  private let account: Account
  private let currentID: Identifier<Credential>?
  private let signIns: [Credential]
  private let tokens: [Credential]
  private let comparison: ComparisonCard
  private let clock: WallClock
  private let theme: Theme
  private let secret: String?
  private let problem: (formID: FormID, problem: Problem)?

  init(
    _ context: AuthenticatedContext,
    secret: String? = nil,
    problem: (FormID, Problem)? = nil
  ) async throws {
    let accounts = try context.accountService().accounts
    account = try context.account()
    currentID = context.identity?.credential.id
    signIns = try await accounts.credentials(.browser, of: account.id)
    tokens = try await accounts.credentials(.app, of: account.id)
    comparison = ComparisonCard(
      participates: try await context.isInComparison(),
      minimumGroup: context.server.dependencies.minimumComparisonGroup
    )
    clock = WallClock(zone: context.zone, now: context.now)
    theme = Theme(context.request)
    (self.secret, self.problem) = (secret, problem)
  }

  var html: HTML {
    Layout(title: "Account", theme: theme, assets: .served, section: .settings).html(
      """
      <h1>\(account.name)</h1>
      \(fragment: secret.map(secretNotice))
      <form class="card" method="post" action="/sign-out"><button class="wide">Sign out</button></form>
      \(fragment: people)
      \(fragment: zone)
      \(fragment: signInList)
      \(fragment: tokenList)
      \(fragment: password)
      \(fragment: refusal(.comparison))
      \(fragment: comparison.html)
      \(fragment: log)
      \(fragment: end)
      """
    )
  }

  private func secretNotice(_ secret: String) -> HTML {
    """
    <section class="card" aria-labelledby="secret" role="status">
    <h2 id="secret">Your token</h2>
    <p><code>\(secret)</code></p>
    <p class="quiet">Copy it now. You won’t see it again. Anyone who has it can use it.</p>
    </section>
    """
  }

  private var people: HTML {
    """
    <section class="card" aria-labelledby="people"><h2 id="people">People</h2>
    <p>Climbing sessions are private unless you share them with everyone on this server.</p>
    <p class="actions"><a class="button" href="/people">View people</a></p></section>
    """
  }

  private func refusal(_ formID: FormID) -> HTML? {
    guard let problem, problem.formID == formID else { return nil }
    return """
      <p class="error" role="alert">\(problem.problem.detail) \(problem.problem.hint)</p>
      """
  }

  private var zone: HTML {
    """
    <section class="card" aria-labelledby="zone-title">
    <h2 id="zone-title">Time zone</h2>
    <form class="form" method="post" action="/account/zone">
    \(fragment: refusal(.zone))
    <div class="field">
    <label for="zone">Time zone for your days</label>
    <input id="zone" name="zone" required maxlength="64" value="\(account.zone)">
    </div>
    <button class="wide">Save</button>
    </form>
    </section>
    """
  }

  private var signInList: HTML {
    """
    <section class="card" aria-labelledby="sign-ins">
    <h2 id="sign-ins">Sign-ins</h2>
    \(fragment: refusal(.credentials))
    <ul class="rows">\(fragment: HTML(signIns.map(row)))</ul>
    </section>
    """
  }

  private func row(_ credential: Credential) -> HTML {
    let isCurrent = credential.id == currentID
    return """
      <li class="row"><div><strong><bdi>\(credential.name)</bdi></strong>
      <span class="quiet">\(isCurrent ? "This browser · " : "")\(Self.access(credential.scopes)) · \
      since \(clock.text(credential.createdAt)), last used \(clock.text(credential.seenAt))</span></div>
      \(fragment: isCurrent ? nil : revoke(credential))</li>
      """
  }

  /// Returns what a credential allows, in the words of the form for tokens.
  private static func access(_ scopes: Set<Credential.Scope>) -> String {
    if scopes == [.listening] { return "listening only" }
    let words: [(Credential.Scope, String)] = [
      (.read, "read the log"), (.write, "change the log"), (.account, "manage the account"),
      (.listening, "use listening apps"),
    ]
    return "can " + words.filter { scopes.contains($0.0) }.map { $0.1 }.joined(separator: ", ")
  }

  private func revoke(_ credential: Credential) -> HTML {
    """
    <form method="post" action="/account/credentials/\(credential.id.record.text)/revoke">
    <button aria-label="Revoke \(credential.name)">Revoke</button></form>
    """
  }

  private var tokenList: HTML {
    """
    <section class="card" aria-labelledby="tokens">
    <h2 id="tokens">API tokens</h2>
    <ul class="rows">\(fragment: HTML(tokens.map(row)))</ul>
    <form class="form" method="post" action="/account/tokens">
    \(fragment: refusal(.token))
    <div class="field">
    <label for="token">Token name</label>
    <input id="token" name="name" required maxlength="100" autocomplete="off">
    </div>
    <label class="check"><input type="checkbox" name="read" value="yes" checked> Read the log</label>
    <label class="check"><input type="checkbox" name="write" value="yes"> Change the log</label>
    <label class="check"><input type="checkbox" name="account" value="yes"> Manage the account</label>
    <label class="check"><input type="checkbox" name="listening" value="yes"> Listening only</label>
    <button class="wide">Create token</button>
    </form>
    </section>
    """
  }

  private var log: HTML {
    """
    <section class="card" aria-labelledby="log">
    <h2 id="log">Your log</h2>
    <p><a class="button" href="/account/log" download>Download as one file</a></p>
    <form class="form" method="post" action="/account/log" enctype="multipart/form-data">
    \(fragment: refusal(.log))
    <div class="field">
    <label for="file">Restore from a file</label>
    <input id="file" name="file" type="file" required>
    </div>
    <p class="quiet">The file is checked first, and your current log is kept as a backup.</p>
    <button class="wide">Restore</button>
    </form>
    </section>
    """
  }

  private var end: HTML {
    """
    <details class="discard"\(flag: "open", problem?.formID == .end)>
    <summary>Delete account</summary>
    <form method="post" action="/account/delete">
    \(fragment: refusal(.end))
    <p>This permanently deletes your log and its backups. Download your log first if in doubt.</p>
    \(fragment: PasswordField.current("password", "Your password"))
    <button class="danger">Delete account and all data</button>
    </form>
    </details>
    """
  }

  private var password: HTML {
    """
    <section class="card" aria-labelledby="password-title">
    <h2 id="password-title">Password</h2>
    <form class="form" method="post" action="/account/password">
    \(fragment: refusal(.password))
    <input type="hidden" name="username" autocomplete="username" value="\(account.name)">
    \(fragment: PasswordField.current("current", "Current password"))
    \(fragment: PasswordField.new("new", "New password"))
    <p class="quiet">This signs you out everywhere else and revokes all tokens.</p>
    <button class="wide">Change password</button>
    </form>
    </section>
    """
  }
}
