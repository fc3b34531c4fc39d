package import Cairn
import CairnHTTP
import CairnPassword
package import CairnStore

/// `/api/v1/account`, `/api/v1/sign-in` and `/api/v1/sign-out`.
enum AccountHandlers {
  static let show = Endpoint.owner("Show your account.", gives: .json(.account)) { visit in
    HTTPResponse(try visit.account().json)
  }

  static let signIn = Endpoint.anyone(
    "Sign in: what comes with the answer is a cookie.",
    body: [
      Member(needed: "name", .text, "the name of the account"),
      Member(needed: "password", .text(limit: Password.longest), "its password"),
    ],
    gives: .json(.account)
  ) { knock in
    let wish = SignIn(
      name: knock.body.text("name") ?? "",
      password: knock.body.text("password") ?? ""
    )
    let (account, cookie) = try await wish.run(knock)
    var response = HTTPResponse(account.json)
    cookie.set(on: &response)
    return response
  }

  static let signOut = Endpoint.anyone(
    "End what the cookie allows.",
    gives: .json(["state": .choice(["signed_out"])])
  ) { knock in
    var response = HTTPResponse(.members(("state", .string("signed_out"))))
    response.fields.append("set-cookie", try await knock.signOut())
    return response
  }
}

extension AccountHandlers {
  static let change = Endpoint.owner(
    "Count your days in another zone.",
    body: [Member(needed: "zone", .text(limit: 64), "an IANA name")],
    gives: .json(.account)
  ) { visit in
    let (accounts, account) = (try visit.household().accounts, try visit.account())
    try await accounts.setZone(account.id, visit.body.text("zone") ?? "")
    return HTTPResponse((try await accounts.named(account.name) ?? account).json)
  }

  static let setPassword = Endpoint.owner(
    "Set another password; every other sign-in and all tokens end.",
    body: [
      Member(needed: "current", .text(limit: Password.longest), "the one there is"),
      Member(needed: "new", .text(limit: Password.longest), "another one"),
    ],
    gives: .json(.account)
  ) { visit in
    let change = PasswordChange(
      current: visit.body.text("current") ?? "",
      new: visit.body.text("new") ?? ""
    )
    try await change.run(visit)
    return HTTPResponse(try visit.account().json)
  }
}

extension AccountHandlers {
  static let delete = Endpoint.owner(
    "Remove the account with its log and all copies of it.",
    body: [Member(needed: "password", .text(limit: Password.longest), "to confirm it")],
    gives: .json(["state": .choice(["deleted"])])
  ) { visit in
    try await visit.deleteAccount(password: visit.body.text("password") ?? "")
    var response = HTTPResponse(.members(("state", .string("deleted"))))
    visit.knock.clearCookies(on: &response)
    return response
  }
}

extension Shape {
  static let account = Shape.named(
    "Account",
    ["id": .id, "name": .words, "zone": .words, "created_at": .instant]
  )
}

extension Visit {
  /// Removes the account with its log and all copies of it.
  ///
  /// Throws what ``confirm(password:)`` throws.
  func deleteAccount(password: String) async throws {
    try await confirm(password: password)
    try await imports.forgetAll(of: self)
    try await household().remove(account())
  }

  /// The household; throws `account.single_user` where there is none.
  func household() throws(CairnError) -> Household { try knock.household() }

  /// The account; throws `account.single_user` where there is none.
  func account() throws(CairnError) -> Account {
    _ = try knock.household()
    guard let holder else { throw .notSignedIn }
    return holder.account
  }
}

extension Account {
  package var json: JSON {
    .members(
      ("id", .string(id.record.text)),
      ("name", .string(name)),
      ("zone", .string(zone)),
      ("created_at", .string(createdAt.text))
    )
  }
}
