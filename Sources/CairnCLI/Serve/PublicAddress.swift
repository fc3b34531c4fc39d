import Cairn
import CairnHTTP

/// The public URL of a server, possibly that of a reverse proxy.
struct PublicAddress: Sendable {
  /// `https://example.org/cairn`, without a trailing slash.
  let text: String
  /// `example.org`, with a port unless it is the default.
  let host: String
  /// `/cairn`, if the host serves other sites too.
  let base: BasePath
  /// Whether the scheme is HTTPS.
  let isSecure: Bool

  /// Parses `--url`; throws `usage.url`.
  init(_ text: String) throws(CairnError) {
    let (secure, plain) = ("https://", "http://")
    isSecure = text.hasPrefix(secure)
    let scheme = isSecure ? secure : plain
    let rest = text.dropFirst(scheme.utf8.count)
    let named = rest.prefix { $0 != "/" }.lowercased()
    let defaultPort = isSecure ? ":443" : ":80"
    host = named.hasSuffix(defaultPort) ? String(named.dropLast(defaultPort.count)) : named
    guard text.hasPrefix(scheme), !host.isEmpty, host.utf8.allSatisfy(Self.isAllowed),
      let base = BasePath(String(rest.drop { $0 != "/" }))
    else { throw Self.invalid(text) }
    self.base = base
    self.text = scheme + host + base.text
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    let sign = Character(Unicode.Scalar(byte))
    return byte < 0x80 && (sign.isLetter || sign.isNumber || "-.:[]".contains(sign))
  }

  private static func invalid(_ text: String) -> CairnError {
    CairnError(
      "usage.url",
      "“\(text)” is not a server URL.",
      hint: "Give scheme, host and optionally a path. For example: https://example.org/cairn."
    )
  }
}
