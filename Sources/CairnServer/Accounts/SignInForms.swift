import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnPages

/// The forms `/sign-in` and `/sign-out`.
enum SignInForms {
  static let show: UnauthenticatedHandler = { context in
    let next = LocalRedirect(context.target.query["next"])
    guard try await context.identity() == nil else { return .seeOther(next.text) }
    return HTTPResponse(.ok, page: SignInPage(theme: Theme(context.request), next: next).html)
  }

  static let signIn: UnauthenticatedHandler = { context in
    let form = try context.form()
    let next = LocalRedirect(form["next"])
    do {
      let signInRequest = SignIn(
        name: try form.text("name") ?? "",
        password: String((form["password"] ?? "").prefix(Password.longest))
      )
      var response = HTTPResponse.seeOther(next.text)
      try await signInRequest.run(context).cookie.set(on: &response)
      return response
    } catch {
      let problem = Problem(error)
      let page = SignInPage(
        theme: Theme(context.request),
        next: next,
        name: form["name"] ?? "",
        error: CairnError(problem.code, problem.detail, hint: problem.hint)
      )
      return problem.response(page: page.html)
    }
  }

  static let signOut: UnauthenticatedHandler = { context in
    var response = HTTPResponse.seeOther("/sign-in")
    response.fields.append("set-cookie", try await context.signOut())
    // Deletes cached pages, so that the next person at this browser cannot see them.
    response.fields.append("clear-site-data", "\"cache\"")
    return response
  }
}

extension RequestContext {
  /// Revokes this browser's credential; returns the cookie that deletes it.
  func signOut() async throws -> String {
    if let identity = try await identity() {
      try await accountService().accounts.revoke(identity.credential.id, of: identity.account.id)
    }
    return ServerCookie.credential(self).clear
  }
}

/// A redirect target on this server; the home page if the given one is not.
struct LocalRedirect {
  let text: String

  init(_ path: String?) {
    let isOurs = path.map { path in
      guard let target = HTTPTarget(path), !path.utf8.contains(UInt8(ascii: "\\")),
        path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { return false }
      return !(target.segments.first?.isEmpty ?? false) && !target.isAPI
    }
    text = isOurs == true ? path ?? "/" : "/"
  }
}
