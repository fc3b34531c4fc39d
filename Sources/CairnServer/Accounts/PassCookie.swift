import CairnHTTP
import CairnStore

/// The cookie that carries the pass of a browser.
struct PassCookie {
  /// The prefix has browsers take it through TLS only, and `__Host-` also from no other host
  /// (RFC 6265bis, 4.1.3).
  ///
  /// That one goes to all of a host, so below a path, beside programs of others, it is not used: they
  /// would be sent the pass (docs/adr/0011-below-a-path.md).
  let name: String
  private let isSecure: Bool

  /// The cookie of whoever asks.
  init(_ knock: Knock) {
    let world = knock.server.world
    isSecure = world.isSecure(knock.request)
    let prefix = world.base == .none ? "__Host-" : "__Secure-"
    name = (isSecure ? prefix : "") + "cairn"
  }

  /// Hands the pass to the browser for as long as it may lie unused.
  func set(_ secret: String) -> String {
    "\(name)=\(secret); Path=/; Max-Age=\(Pass.Kind.browser.idle.wholeSeconds)" + ending
  }

  /// Takes it away.
  var clear: String { "\(name)=; Path=/; Max-Age=0" + ending }

  private var ending: String { "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}

extension Visit {
  /// Hands its cookie to a browser anew when its pass was just noted as used.
  ///
  /// A browser forgets a cookie at the end of the time it came with, however often it was sent since,
  /// while the pass it carries lasts longer by each use. One that the answer sets itself stays.
  func renewCookie(on response: inout HTTPResponse) {
    let cookie = PassCookie(knock)
    guard let pass = holder?.pass, pass.kind == .browser, pass.isNoted(at: now),
      response.fields.count(of: "set-cookie") == 0, let secret = request.fields.cookie(cookie.name)
    else { return }
    response.fields.append("set-cookie", cookie.set(secret))
  }
}
