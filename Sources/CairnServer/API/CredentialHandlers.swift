import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON

/// The handlers of `/api/v1/sign-ins` and `/api/v1/tokens`.
enum CredentialHandlers {
  private static let signInList = JSONFields<[CredentialReport]>(list: "sign_ins")

  static let signIns = Endpoint.owner(
    "List the browsers that are signed in to your account.",
    gives: .json(signInList)
  ) { context in
    HTTPResponse(signInList.json(try await list(.browser, context)))
  }

  private static let tokenList = JSONFields<[CredentialReport]>(list: "tokens")

  static let tokens = Endpoint.owner(
    "List the API tokens, without their secrets.",
    gives: .json(tokenList)
  ) { context in
    HTTPResponse(tokenList.json(try await list(.app, context)))
  }

  private static func list(
    _ kind: Credential.Kind,
    _ context: AuthenticatedContext
  ) async throws -> [CredentialReport] {
    let credentials = try await context.accountService().accounts.credentials(
      kind,
      of: context.account().id
    )
    let currentID = context.identity?.credential.id
    return credentials.map { CredentialReport(credential: $0, isCurrent: $0.id == currentID) }
  }

  private static let newToken = JSONFields<(report: CredentialReport, secret: String)>(
    CredentialReport.fields.flattened { $0.report },
    [.init("secret") { $0.secret }]
  )

  static let makeToken = Endpoint.owner(
    "Create an API token; its secret is shown only once.",
    body: [
      SchemaField(required: "name", .text(limit: 200), "what it is for"),
      SchemaField(required: "scopes", .list(.text, limit: 10), "read, write, account, listening"),
    ],
    gives: .created(newToken)
  ) { context in
    let tokenRequest = TokenRequest(
      name: context.body.text("name") ?? "",
      scopes: context.body.texts("scopes") ?? []
    )
    let (credential, secret) = try await tokenRequest.run(context)
    let report = CredentialReport(credential: credential, isCurrent: false)
    return HTTPResponse(.created, json: newToken.json((report, secret)).text)
  }

  private static let revoked = JSONFields(state: "revoked")

  static let revoke = Endpoint.owner(
    "Revoke a sign-in or a token.",
    gives: .json(revoked)
  ) { context in
    HTTPResponse(revoked.json(try await context.revokeCredential().record))
  }
}

/// A credential without its secret.
private struct CredentialReport: JSONModel {
  let credential: Credential
  /// Whether it is the one of this request.
  let isCurrent: Bool

  static let fields = JSONFields<CredentialReport>(
    named: "Credential",
    [
      .init("id", \.credential.id),
      .init("name", \.credential.name),
      .init("scopes", .list(.choice(Credential.Scope.all.map(\.name)))) { report in
        Credential.Scope.all.filter(report.credential.scopes.contains).map(\.name)
      },
      .init("created_at", \.credential.createdAt),
      .init("seen_at", \.credential.seenAt),
      .init("is_this", \.isCurrent),
    ]
  )
}

extension AuthenticatedContext {
  /// Revokes the credential in the path; throws `account.credential_not_found`.
  func revokeCredential() async throws -> Identifier<Credential> {
    let name = captures["id"] ?? ""
    guard let id = RecordID(text: name).map({ Identifier<Credential>($0) }),
      try await accountService().accounts.revoke(id, of: account().id)
    else {
      throw CairnError(
        "account.credential_not_found",
        "There is no session or token “\(name)”.",
        hint: "Check the list; it may already be revoked."
      )
    }
    return id
  }
}
