import Cairn
import CairnAccounts
import CairnHTTP

/// A cookie that only this server reads.
struct ServerCookie {
  /// The name with a prefix: browsers accept `__Secure-` only over TLS, `__Host-` only from this host.
  ///
  /// See RFC 6265bis, 4.1.3. Browsers send a `__Host-` cookie to every path of the host. Below a base path, that
  /// would expose the credential to other programs on the host (docs/adr/0011-below-a-path.md).
  let name: String
  private let isSecure: Bool

  /// Creates the cookie with a plain name; adds the prefix for this request.
  init(_ name: String, _ context: RequestContext) {
    let dependencies = context.server.dependencies
    isSecure = dependencies.isSecure(context.request)
    let prefix = dependencies.base == .none ? "__Host-" : "__Secure-"
    self.name = (isSecure ? prefix : "") + name
  }

  /// The cookie with a browser's credential.
  static func credential(_ context: RequestContext) -> ServerCookie {
    ServerCookie("cairn", context)
  }

  /// The cookie of a known browser, ``DeviceCookie``.
  static func device(_ context: RequestContext) -> ServerCookie {
    ServerCookie("cairn-device", context)
  }

  /// Returns the value that a request sent; nil without the cookie.
  func value(of request: HTTPRequest) -> String? { request.fields.cookie(name) }

  /// Returns the `Set-Cookie` value that stores the cookie for this duration.
  func set(_ value: String, for time: Milliseconds) -> String {
    "\(name)=\(value); Path=/; Max-Age=\(time.wholeSeconds)" + ending
  }

  /// The `Set-Cookie` value that deletes the cookie.
  var clear: String { "\(name)=; Path=/; Max-Age=0" + ending }

  private var ending: String { "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}

extension AuthenticatedContext {
  /// Renews the browser's cookie after a use that extended its credential.
  ///
  /// The browser keeps a cookie only for its original lifetime, while each use extends the credential. Does not
  /// replace a cookie that the response already sets.
  func renewCookie(on response: inout HTTPResponse) {
    let cookie = ServerCookie.credential(requestContext)
    guard let credential = identity?.credential, credential.kind == .browser,
      credential.needsUseUpdate(at: now),
      response.fields.count(of: "set-cookie") == 0, let secret = cookie.value(of: request)
    else { return }
    response.fields.append("set-cookie", cookie.set(secret, for: Credential.Kind.browser.idle))
  }
}
