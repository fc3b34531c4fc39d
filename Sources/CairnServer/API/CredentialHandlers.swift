import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/sign-ins` and `/api/v1/tokens`.
enum CredentialHandlers {
  static let signIns = Endpoint.owner(
    "List the browsers that are signed in to your account.",
    gives: .json(["sign_ins": .list(.credential)])
  ) { context in
    try await list("sign_ins", .browser, context)
  }

  static let tokens = Endpoint.owner(
    "List the API tokens, without their secrets.",
    gives: .json(["tokens": .list(.credential)])
  ) { context in
    try await list("tokens", .app, context)
  }

  private static func list(
    _ name: String,
    _ kind: Credential.Kind,
    _ context: AuthenticatedContext
  ) async throws -> HTTPResponse {
    let credentials = try await context.accountService().accounts.credentials(
      kind,
      of: context.account().id
    )
    let currentID = context.identity?.credential.id
    let list = JSON.array(credentials.map { .object($0.members(isCurrent: $0.id == currentID)) })
    return HTTPResponse(.members((name, list)))
  }

  static let makeToken = Endpoint.owner(
    "Create an API token; its secret is shown only once.",
    body: [
      SchemaField(required: "name", .text(limit: 200), "what it is for"),
      SchemaField(required: "scopes", .list(.text, limit: 10), "read, write, account, listening"),
    ],
    gives: .created(
      .object(JSONSchema.credentialMembers + [SchemaField(required: "secret", .string)])
    )
  ) { context in
    let tokenRequest = TokenRequest(
      name: context.body.text("name") ?? "",
      scopes: context.body.texts("scopes") ?? []
    )
    let (credential, secret) = try await tokenRequest.run(context)
    let members = credential.members(isCurrent: false) + [JSON.Member("secret", .string(secret))]
    return HTTPResponse(.created, json: JSON.object(members).text)
  }

  static let revoke = Endpoint.owner(
    "Revoke a sign-in or a token.",
    gives: .json(["id": .id, "state": .choice(["revoked"])])
  ) { context in
    let id = try await context.revokeCredential()
    return HTTPResponse(
      .members(("id", .string(id.record.text)), ("state", .string("revoked")))
    )
  }
}

extension JSONSchema {
  fileprivate static let credentialMembers = [
    SchemaField(required: "id", .id), SchemaField(required: "name", .string),
    SchemaField(required: "scopes", .list(.choice(Credential.Scope.all.map(\.name)))),
    SchemaField(required: "created_at", .instant), SchemaField(required: "seen_at", .instant),
    SchemaField(required: "is_this", .bool),
  ]
  fileprivate static let credential = JSONSchema.named("Credential", .object(credentialMembers))
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

extension Credential {
  /// Returns the public members; `isCurrent` marks the credential of this request.
  fileprivate func members(isCurrent: Bool) -> [JSON.Member] {
    [
      .init("id", .string(id.record.text)),
      .init("name", .string(name)),
      .init(
        "scopes",
        .array(Credential.Scope.all.filter(scopes.contains).map { .string($0.name) })
      ),
      .init("created_at", .string(createdAt.text)),
      .init("seen_at", .string(seenAt.text)),
      .init("is_this", .bool(isCurrent)),
    ]
  }
}
