import Cairn
import CairnHTTP
import CairnStore

/// A cookie that this server alone reads.
struct ServerCookie {
  /// The prefix has browsers take it through TLS only, and `__Host-` also from no other host
  /// (RFC 6265bis, 4.1.3).
  ///
  /// That one goes to all of a host, so below a path, beside programs of others, it is not used: they
  /// would be sent the pass (docs/adr/0011-below-a-path.md).
  let name: String
  private let isSecure: Bool

  /// The cookie of that plain name, as it is called for this request.
  init(_ name: String, _ context: RequestContext) {
    let dependencies = context.server.dependencies
    isSecure = dependencies.isSecure(context.request)
    let prefix = dependencies.base == .none ? "__Host-" : "__Secure-"
    self.name = (isSecure ? prefix : "") + name
  }

  /// The one that carries the pass of a browser.
  static func credential(_ context: RequestContext) -> ServerCookie { ServerCookie("cairn", context) }

  /// The one that makes a browser known, ``DeviceCookie``.
  static func device(_ context: RequestContext) -> ServerCookie { ServerCookie("cairn-device", context) }

  /// What a request brings; nil if there is none.
  func value(of request: HTTPRequest) -> String? { request.fields.cookie(name) }

  /// The `Set-Cookie` value that stores it for so long.
  func set(_ value: String, for time: Milliseconds) -> String {
    "\(name)=\(value); Path=/; Max-Age=\(time.wholeSeconds)" + ending
  }

  /// The `Set-Cookie` value that removes it.
  var clear: String { "\(name)=; Path=/; Max-Age=0" + ending }

  private var ending: String { "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}

extension AuthenticatedContext {
  /// Hands its cookie to a browser anew when its pass was just noted as used.
  ///
  /// A browser forgets a cookie at the end of the time it came with, however often it was sent since,
  /// while the pass it carries lasts longer by each use. One that the answer sets itself stays.
  func renewCookie(on response: inout HTTPResponse) {
    let cookie = ServerCookie.credential(requestContext)
    guard let credential = identity?.credential, credential.kind == .browser, credential.isNoted(at: now),
      response.fields.count(of: "set-cookie") == 0, let secret = cookie.value(of: request)
    else { return }
    response.fields.append("set-cookie", cookie.set(secret, for: Credential.Kind.browser.idle))
  }
}
