import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/sign-ins` and `/api/v1/tokens`.
enum PassHandlers {
  static let signIns = Endpoint.owner(
    "List the browsers in which you are signed in.",
    gives: .json(["sign_ins": .list(.pass)])
  ) { visit in
    try await list("sign_ins", .browser, visit)
  }

  static let tokens = Endpoint.owner(
    "List the tokens, without their secrets.",
    gives: .json(["tokens": .list(.pass)])
  ) { visit in
    try await list("tokens", .app, visit)
  }

  private static func list(
    _ name: String,
    _ kind: Pass.Kind,
    _ visit: Visit
  ) async throws -> HTTPResponse {
    let passes = try await visit.household().accounts.passes(kind, of: visit.account().id)
    let here = visit.holder?.pass.id
    let list = JSON.array(passes.map { .object($0.members(isHere: $0.id == here)) })
    return HTTPResponse(.members((name, list)))
  }

  static let makeToken = Endpoint.owner(
    "Make a token; its secret is told this once.",
    body: [
      Member(needed: "name", .text(limit: 200), "what it is for"),
      Member(needed: "scopes", .list(.text, limit: 10), "read, write, account, listening"),
    ],
    gives: .created(.object(Shape.passMembers + [Member(needed: "secret", .words)]))
  ) { visit in
    let wish = TokenWish(
      name: visit.body.text("name") ?? "",
      scopes: visit.body.texts("scopes") ?? []
    )
    let (pass, secret) = try await wish.run(visit)
    let members = pass.members(isHere: false) + [JSON.Member("secret", .string(secret))]
    return HTTPResponse(.created, json: JSON.object(members).text)
  }

  static let revoke = Endpoint.owner(
    "Take a pass back from whoever has it.",
    gives: .json(["id": .id, "state": .choice(["revoked"])])
  ) { visit in
    let id = try await visit.revokePass()
    return HTTPResponse(
      .members(("id", .string(id.record.text)), ("state", .string("revoked")))
    )
  }
}

extension Shape {
  fileprivate static let passMembers = [
    Member(needed: "id", .id), Member(needed: "name", .words),
    Member(needed: "scopes", .list(.choice(Pass.Scope.all.map(\.name)))),
    Member(needed: "created_at", .instant), Member(needed: "seen_at", .instant),
    Member(needed: "is_this", .bool),
  ]
  fileprivate static let pass = Shape.named("Pass", .object(passMembers))
}

extension Visit {
  /// Takes the pass that the path names back; throws `account.no_pass`.
  func revokePass() async throws -> Identifier<Pass> {
    let name = captures["id"] ?? ""
    guard let id = RecordID(text: name).map({ Identifier<Pass>($0) }),
      try await household().accounts.revoke(id, of: account().id)
    else {
      throw CairnError(
        "account.no_pass",
        "You have no sign-in and no token “\(name)”.",
        hint: "It may have been revoked already."
      )
    }
    return id
  }
}

extension Pass {
  /// What its holder may know of it; `isHere` when it is the one that was asked with.
  fileprivate func members(isHere: Bool) -> [JSON.Member] {
    [
      .init("id", .string(id.record.text)),
      .init("name", .string(name)),
      .init("scopes", .array(Pass.Scope.all.filter(scopes.contains).map { .string($0.name) })),
      .init("created_at", .string(createdAt.text)),
      .init("seen_at", .string(seenAt.text)),
      .init("is_this", .bool(isHere)),
    ]
  }
}
