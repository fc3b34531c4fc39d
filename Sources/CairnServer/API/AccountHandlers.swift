import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON

/// The handlers of `/api/v1/account`, `/api/v1/sign-in` and `/api/v1/sign-out`.
enum AccountHandlers {
  static let show = Endpoint.owner("Get your account.", gives: .json(Account.self)) { context in
    HTTPResponse(try context.account().json)
  }

  static let signIn = Endpoint.unauthenticated(
    "Sign in; the response sets a cookie.",
    body: [
      SchemaField(required: "name", .text, "the account name"),
      SchemaField(required: "password", .text(limit: Password.longest), "the password"),
    ],
    gives: .json(Account.self)
  ) { context in
    let signInRequest = SignIn(
      name: context.body.text("name") ?? "",
      password: context.body.text("password") ?? ""
    )
    let (account, cookie) = try await signInRequest.run(context)
    var response = HTTPResponse(account.json)
    cookie.set(on: &response)
    return response
  }

  private static let signedOut: JSONFields<Void> = [
    .init("state", .choice(["signed_out"])) { "signed_out" }
  ]

  static let signOut = Endpoint.unauthenticated(
    "Sign out and revoke the cookie.",
    gives: .json(signedOut)
  ) { context in
    var response = HTTPResponse(signedOut.json(()))
    response.fields.append("set-cookie", try await context.signOut())
    return response
  }
}

extension AccountHandlers {
  static let change = Endpoint.owner(
    "Set the time zone in which your days are counted.",
    body: [SchemaField(required: "zone", .text(limit: 64), "an IANA time zone")],
    gives: .json(Account.self)
  ) { context in
    let (accounts, account) = (try context.accountService().accounts, try context.account())
    try await accounts.setZone(account.id, context.body.text("zone") ?? "")
    return HTTPResponse((try await accounts.named(account.name) ?? account).json)
  }

  static let setPassword = Endpoint.owner(
    "Change the password; all other sign-ins and all tokens are revoked.",
    body: [
      SchemaField(required: "current", .text(limit: Password.longest), "the current password"),
      SchemaField(required: "new", .text(limit: Password.longest), "the new password"),
    ],
    gives: .json(Account.self)
  ) { context in
    let change = PasswordChange(
      current: context.body.text("current") ?? "",
      new: context.body.text("new") ?? ""
    )
    try await change.run(context)
    return HTTPResponse(try context.account().json)
  }
}

extension AccountHandlers {
  private static let deleted: JSONFields<Void> = [
    .init("state", .choice(["deleted"])) { "deleted" }
  ]

  static let delete = Endpoint.owner(
    "Delete the account with its log and all backups of it.",
    body: [
      SchemaField(
        required: "password",
        .text(limit: Password.longest),
        "the password, as confirmation"
      )
    ],
    gives: .json(deleted)
  ) { context in
    try await context.deleteAccount(password: context.body.text("password") ?? "")
    var response = HTTPResponse(deleted.json(()))
    context.requestContext.clearCookies(on: &response)
    return response
  }
}

extension AuthenticatedContext {
  /// Deletes the account with its log and all backups.
  ///
  /// Throws the errors of ``confirm(password:)``.
  func deleteAccount(password: String) async throws {
    try await confirm(password: password)
    try await imports.forgetAll(of: self)
    try await accountService().remove(account())
  }

  /// Returns the account service; throws `account.single_user` in single-user mode.
  func accountService() throws(CairnError) -> AccountService { try requestContext.accountService() }

  /// Returns the account; throws `account.single_user` in single-user mode.
  func account() throws(CairnError) -> Account {
    _ = try requestContext.accountService()
    guard let identity else { throw .notSignedIn }
    return identity.account
  }
}
