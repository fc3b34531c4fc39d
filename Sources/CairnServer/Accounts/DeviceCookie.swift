import Cairn
import CairnAccounts

/// The cookie of a browser in which people have signed in before; it does not authenticate anyone.
///
/// A known browser has its own rate limits, so an attacker elsewhere cannot lock the person out by guessing (OWASP,
/// "Slow down online guessing attacks with device cookies"). The cookie holds a random id and one HMAC for each of
/// the last people who signed in. The HMAC key is the stored password hash, so a password change invalidates it.
struct DeviceCookie {
  private static let peopleLimit = 8

  private let cookie: ServerCookie
  private let id: String?
  private let codes: [String]

  /// Reads the cookie of a request.
  init(_ context: RequestContext) {
    cookie = ServerCookie.device(context)
    let parts = (cookie.value(of: context.request) ?? "").split(separator: ".").map(String.init)
    id = parts.first.flatMap { $0.count == 64 && $0.allSatisfy(\.isHexDigit) ? $0 : nil }
    codes = Array(parts.dropFirst().prefix(Self.peopleLimit))
  }

  /// Returns the rate-limit key of this browser for an account; nil if its owner has not signed in here.
  func device(of account: Account, hash: String) -> String? {
    guard let id, codes.contains(Self.code(id, hash)) else { return nil }
    return id + " " + account.id.record.text
  }

  /// Returns the `Set-Cookie` value that adds a person to this browser.
  func set(hash: String, newID: () -> String) -> String {
    let id = id ?? newID()
    let code = Self.code(id, hash)
    let others = codes.filter { $0 != code && $0.utf8.count == code.utf8.count }
    let value = ([id, code] + others.prefix(Self.peopleLimit - 1)).joined(separator: ".")
    return cookie.set(value, for: .seconds(400 * 86_400))
  }

  private static func code(_ id: String, _ hash: String) -> String {
    let message = Array("cairn-device \(id)".utf8)
    return Base64.urlText(HMAC.sha256(message, key: Array(hash.utf8)))
  }
}
