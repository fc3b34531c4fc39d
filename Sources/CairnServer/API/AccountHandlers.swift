package import Cairn
import CairnHTTP
import CairnPassword
package import CairnStore

/// `/api/v1/account`, `/api/v1/sign-in` and `/api/v1/sign-out`.
enum AccountHandlers {
  static let show: Handler = { visit in
    try visit.allowQuery([])
    return HTTPResponse(.ok, json: try visit.account().json.text)
  }

  static let signIn: OpenHandler = { knock in
    var body = try JSONBody(knock.request)
    let wish = SignIn(
      name: try body.text("name") ?? "",
      password: try body.text("password", limit: Password.longest) ?? ""
    )
    try body.finish()
    let (account, cookie) = try await wish.run(knock)
    var response = HTTPResponse(.ok, json: account.json.text)
    response.fields.append("set-cookie", cookie)
    return response
  }

  static let signOut: OpenHandler = { knock in
    let json = JSON.members(("state", .string("signed_out")))
    var response = HTTPResponse(.ok, json: json.text)
    response.fields.append("set-cookie", try await knock.signOut())
    return response
  }
}

extension Visit {
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
