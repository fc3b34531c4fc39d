import Cairn

/// The address people type to reach a server, which may stand behind a reverse proxy.
struct PublicAddress: Sendable {
  /// `https://log.example.org`, without a slash at its end.
  let text: String
  /// `log.example.org`, with a port if it is not the usual one.
  let host: String
  /// Whether it is reached through TLS.
  let isSecure: Bool

  /// Reads `--url`; throws `usage.url`.
  init(_ text: String) throws(CairnError) {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    let (secure, plain) = ("https://", "http://")
    isSecure = trimmed.hasPrefix(secure)
    host = trimmed.dropFirst((isSecure ? secure : plain).utf8.count).lowercased()
    self.text = trimmed
    let isHost = host.utf8.allSatisfy { byte in
      let sign = Character(Unicode.Scalar(byte))
      return byte < 0x80 && (sign.isLetter || sign.isNumber || "-.:[]".contains(sign))
    }
    guard isSecure || trimmed.hasPrefix(plain), isHost, !host.isEmpty else {
      throw CairnError(
        "usage.url",
        "“\(text)” is no address of a server.",
        hint: "Give scheme and host, for instance https://log.example.org."
      )
    }
  }
}
